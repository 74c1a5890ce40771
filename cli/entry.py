"""Where the program begins: Ctrl-C is answered even while the rest is still being loaded."""

import _thread
import gc
import sys
import time

TYPE_CHECKING = False  # to import it would take longer than all that is done here
if TYPE_CHECKING:
    from types import FrameType

_BETWEEN_COLLECTIONS = 100_000
"""How many more objects there are before Python looks for lost ones. Rules are trees: almost nothing
in them is lost, and to look as often as usual takes a seventh of a check."""

_MOMENT = 0.005
"""Seconds."""


def main() -> int:
    """Run the command line and return the exit code."""
    try:
        gc.set_threshold(_BETWEEN_COLLECTIONS)
        _hear_every_interrupt()
        from .main import main as run

        return run()
    except (KeyboardInterrupt, RuntimeError) as error:
        if not is_interrupt(error):
            raise
        sys.stderr.write("rulerun: interrupted\n")
        return 130


def is_interrupt(error: BaseException) -> bool:
    """Whether an exception is a Ctrl-C, or Python's other name for one that came in a class.

    Before 3.12 whatever is raised while a class is made is wrapped in a RuntimeError.
    """
    return isinstance(error, KeyboardInterrupt) or isinstance(error.__cause__, KeyboardInterrupt)


def _hear_every_interrupt() -> None:
    """See to it that no Ctrl-C is lost while modules are loaded."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)


def interrupt(number: int, frame: "FrameType | None") -> None:
    """Raise KeyboardInterrupt, now or in a moment.

    Between two imports Python tidies up in a function from which no exception gets out: one that is
    raised there is shown as a traceback, and the program goes on.
    """
    code = frame.f_code if frame is not None else None
    if code and code.co_name == "cb" and code.co_filename.startswith("<frozen importlib"):
        _thread.start_new_thread(_again, (_thread.get_ident(),))
        return
    raise KeyboardInterrupt


def _again(thread: int) -> None:
    import signal

    time.sleep(_MOMENT)
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:  # which wakes one that waits for something, too
        signal.pthread_kill(thread, signal.SIGINT)
