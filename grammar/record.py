"""Frozen dataclasses that cost nothing to declare.

`dataclass(frozen=True)` writes and compiles half a dozen functions for each class, which for the
hundred nodes of the syntax tree is a noticeable part of every start. The functions here are written
once and look at the fields instead; only a class of which many are made gets an `__init__` of its
own. Type checkers, `fields`, `replace` and `match` see dataclasses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, dataclass_transform, overload

C = TypeVar("C")
R = TypeVar("R")


@overload
def record(cls: type[C], /) -> type[C]: ...
@overload
def record(*, kw_only: bool = False) -> Callable[[type[C]], type[C]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(
    cls: type[C] | None = None, /, *, kw_only: bool = False
) -> type[C] | Callable[[type[C]], type[C]]:
    """As `dataclass(frozen=True)`, for classes with a docstring and without `__post_init__`."""
    if cls is None:
        return lambda c: _record(c, kw_only)
    return _record(cls, kw_only)


def _record(cls: type[C], kw_only: bool) -> type[C]:
    made: Any = dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)
    every = fields(made)
    made._in_order = tuple(f.name for f in every)
    made._names = frozenset(made._in_order)
    made._made = 0
    made._compared = tuple(f.name for f in every if f.compare)
    for method in (_init, _eq, _hash, _repr, _setattr, _delattr, _getstate):
        setattr(made, f"_{method.__name__}__", method)
    return made  # type: ignore[no-any-return]


def names_of(kind: type[Any]) -> tuple[str, ...]:
    """What the fields of a record are called, in their order; AttributeError for other classes."""
    made: type[_Made] = kind
    return made._in_order


def with_values(thing: C, changes: Mapping[str, Any]) -> C:
    """A record with other values in some of its fields; as `replace`, which asks far more."""
    made: Any = object.__new__(type(thing))
    held = thing.__dict__
    into = made.__dict__
    for name in made._in_order:
        into[name] = held[name]
    into.update(changes)
    return made  # type: ignore[no-any-return]


def kept(function: Callable[[C], R]) -> Callable[[C], R]:
    """Decorates a function of a record whose answer is kept with the record: it is found out once.

    Unlike a cache by equality it may depend on fields that do not count for equality.
    """
    key = f"#{function.__module__}.{function.__qualname__}"

    def asked(thing: C) -> R:
        known = thing.__dict__
        if key in known:
            return known[key]  # type: ignore[no-any-return]
        answer = known[key] = function(thing)
        return answer

    return asked


if TYPE_CHECKING:
    kept_property = cached_property
else:

    class kept_property:
        """A property that is found out once; `functools.cached_property` takes a lock each time."""

        def __init__(self, function: Callable[[Any], Any]) -> None:
            self.function = function
            self.__doc__ = function.__doc__

        def __set_name__(self, owner: type[Any], name: str) -> None:
            self.name = name

        def __get__(self, thing: Any, owner: type[Any]) -> Any:
            if thing is None:
                return self
            answer = thing.__dict__[self.name] = self.function(thing)
            return answer


_MANY = 100
"""After so many of a class it is worth the time to write an `__init__` for it."""
_HASH = "#"
"""Under this name a record keeps its hash: no field can be called so."""
_LIKE = "="
"""Under this name records that were found to be equal keep the same object."""


class _Made:
    """What `record` adds to a class."""

    _in_order: ClassVar[tuple[str, ...]]
    _names: ClassVar[frozenset[str]]
    _made: ClassVar[int]
    _compared: ClassVar[tuple[str, ...]]
    __match_args__: tuple[str, ...]


def _init(self: _Made, *values: Any, **named: Any) -> None:
    kind = type(self)
    kind._made += 1
    if kind._made == _MANY:
        kind.__init__ = _own_init(kind)  # type: ignore[method-assign]
    into = self.__dict__
    into.update(zip(self.__match_args__, values, strict=False))
    into.update(named)
    if into.keys() != self._names or len(values) + len(named) != len(into):
        _complete(self, values, named)


def _own_init(kind: type[_Made]) -> Callable[..., None]:
    """The `__init__` of one class, several times faster than the one for all."""
    every = [f for f in fields(kind) if f.init]  # type: ignore[arg-type]
    named = [f for f in every if f.kw_only]
    known: dict[str, Any] = {}  # what the code knows by names that no field has

    def parameter(f: Field[Any]) -> str:
        if f.default is MISSING and f.default_factory is MISSING:
            return f.name
        known[f"__{f.name}"] = f.default
        return f"{f.name}=__{f.name}"

    def value(f: Field[Any]) -> str:
        if f.default_factory is MISSING:
            return f.name
        known[f"__make_{f.name}"] = f.default_factory
        return f"__make_{f.name}() if {f.name} is __{f.name} else {f.name}"

    places = [parameter(f) for f in every if not f.kw_only]
    head = ", ".join([*places, *(["*"] if named else []), *map(parameter, named)])
    lines = [f"    __fields[{f.name!r}] = {value(f)}" for f in every]
    code = "\n".join([f"def init(__self, {head}):", "    __fields = __self.__dict__", *lines])
    exec(code, known)  # noqa: S102 - of the names of fields alone
    init: Callable[..., None] = known["init"]
    return init


def _complete(self: _Made, values: tuple[Any, ...], named: dict[str, Any]) -> None:
    """Fills in what has a default; a wrong call is the error it is with every function."""
    what = f"{type(self).__name__}()"
    places = self.__match_args__
    if len(values) > len(places):
        raise TypeError(f"{what} takes {len(places)} values, {len(values)} were given")
    for name in named:
        if name not in self._names:
            raise TypeError(f"{what} has no field {name!r}")
        if name in places[: len(values)]:
            raise TypeError(f"{what} was given {name!r} twice")
    for f in fields(self):  # type: ignore[arg-type]
        if f.name in self.__dict__:
            continue
        if f.default is not MISSING:
            self.__dict__[f.name] = f.default
        elif f.default_factory is not MISSING:
            self.__dict__[f.name] = f.default_factory()
        else:
            raise TypeError(f"{what} needs {f.name!r}")


def _eq(self: _Made, other: object) -> bool:
    if self is other:
        return True
    if other.__class__ is not self.__class__:
        return NotImplemented  # type: ignore[no-any-return]
    mine, theirs = self.__dict__, other.__dict__
    like = None
    here, there = mine.get(_HASH), theirs.get(_HASH)
    are_hashed = here is not None and there is not None
    if are_hashed:
        # Both are asked for in dictionaries: what is found is kept, or equal trees would be gone
        # through to their leaves again and again.
        if here != there:
            return False
        like = mine.get(_LIKE)
        if like is not None and like is theirs.get(_LIKE):
            return True
    for name in self._compared:
        if mine[name] != theirs[name]:
            return False
    if are_hashed:
        if like is None:
            like = mine[_LIKE] = theirs.get(_LIKE) or object()
        theirs[_LIKE] = like
    return True


def _hash(self: _Made) -> int:
    # Kept, as trees are asked again and again, each time with all that is in them.
    mine = self.__dict__
    known: int | None = mine.get(_HASH)
    if known is None:
        known = mine[_HASH] = hash((self.__class__, *[mine[name] for name in self._compared]))
    return known


def _getstate(self: _Made) -> dict[str, Any]:
    # Only what it was made of: another process hashes texts in another way.
    held = self.__dict__
    return {name: held[name] for name in self._in_order}


def _repr(self: _Made) -> str:
    shown = (
        f"{f.name}={getattr(self, f.name)!r}"
        for f in fields(self)  # type: ignore[arg-type]
        if f.repr
    )
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _setattr(self: _Made, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: _Made, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")
