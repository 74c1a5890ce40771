"""What is measured: each figure of a simulation or comparison, what it means, and where that comes from."""

from __future__ import annotations

from rulerun.grammar.record import record


@record
class Metric:
    """A figure: `name` as it is printed, what it is, and its source.

    `field` is where results have it (`seats.won`); None of what is only printed. `compared` are the
    names in comparisons, with a star where a seat, a holder or a reason stands.
    """

    field: str | None
    name: str
    what: str
    source: str
    compared: tuple[str, ...] = ()


METRICS = (
    Metric(
        "seats.won", "% of games won",
        "games that the seat has won; a tie is split among its winners, of which a team is one",
        "the score interval of Wilson (1927), for few hits or misses as modified by Brown, Cai and DasGupta, "
        "Interval Estimation for a Binomial Proportion, 2001, 4.1.1",
        ("* wins",),
    ),
    Metric(
        "fairness", "the seats (do not) win alike",
        "in how many of 100 series seats, or teams, that are alike would win so unequally",
        "Pearson's chi-square test (1900)",
    ),
    Metric(
        "seats.skill", "skill",
        "how far a bot wins more than its part: 1 for who wins always, 0 for who wins as often as one of so "
        "many players, or teams, does. The bots of the other seats are the measure: a strong one against 'random' "
        "shows how much skill there is in a game, one 'without' a move how much the move is worth",
        "Nielsen and others, General Video Game Evaluation Using Relative Algorithm Performance Profiles, "
        "2015; restricted play: Jaffe and others, Evaluating Competitive Game Balance with Restricted Play, "
        "2012",
    ),
    Metric(
        "seats.payoff", "payoff a game",
        "what the rule file's 'payoff' says of the seat, on the average",
        "Student's interval and Hall's (On the Removal of Skewness by Transformation, 1992), the wider to "
        "either side; so for all means",
        ("* payoff",),
    ),
    Metric(
        "seats.ruined", "% out of chips",
        "games at whose end the seat has no chip",
        "the gambler's ruin: Feller, An Introduction to Probability Theory, XIV; Wilson's interval",
        ("* out of chips",),
    ),
    Metric(
        "ruins", "out of chips in ...",
        "in which pass of the game's repeated phase (round, deal) a seat lost its last chip, of all "
        "seats that had none in the end",
        "the duration of the gambler's ruin: Feller, XIV.3; the interval of a ratio, by game: Cochran, 9A.3",
    ),
    Metric(
        "seats.wagered", "(json: wagered)",
        "chips that the seat staked in a game: what it paid out of its purse to anything but another purse, "
        "unless a table of payouts had it pay; and numbers chosen up to what it owned for which nothing was "
        "paid at once, as a bet that is settled later",
        "action: Epstein, The Theory of Gambling and Statistical Logic, chapter 3",
    ),
    Metric(
        "seats.profit_per_chip", "profit a chip staked",
        "what the seat's purse gained in all games, be it that it staked nothing in some, over all chips it staked",
        "the expectation by total action: Epstein, chapter 3; the interval of a ratio: Cochran, "
        "Sampling Techniques, 6.4",
    ),
    Metric(
        "seats.profit_variance", "variance",
        "the variance of what the seat's purse gained in a game, over the chips staked in one: of bets of one "
        "chip that do not depend on one another, the variance of each",
        "Epstein, chapter 3",
    ),
    Metric(
        "reasons", "ended by",
        "the names of the rows under 'end'; 'played out' where all phases were over",
        "Wilson's interval",
        ("ended by *",),
    ),
    Metric(
        "abandoned", "abandoned",
        "games that came to their limit of moves: nobody has won",
        "completion: Browne",
    ),
    Metric("ties", "several winners", "games with more winners than one, of which a team is one", "drawishness: Browne", ("several winners",)),
    Metric("nobody", "no winner", "games that nobody has won", "completion: Browne", ("no winner",)),
    Metric(
        "turns", "turns",
        "all decisions of a seat without another's between them are one turn; not told of patiences",
        "duration: Browne",
        ("turns",),
    ),
    Metric("decisions", "decisions", "moves that were made", "duration: Browne", ("decisions",)),
    Metric("choices", "legal moves", "how many there were at a decision", "the branching factor: Allis, Searching for Solutions in Games and Artificial Intelligence, 1994; the interval of a ratio, by game: Cochran, 9A.3"),
    Metric(
        "forced", "% of decisions with one legal move only",
        "how often there was nothing to decide",
        "our own; Wilson's interval for as many decisions as would be known as surely if those of a game did not "
        "hang together: Korn and Graubard, Confidence Intervals for Proportions with Small Expected Number of "
        "Positive Counts Estimated from Survey Data, 1998",
    ),
    Metric(
        "lead_changes", "lead changes",
        "how often somebody else was ahead alone, by what 'winner' compares, looked at before each turn; "
        "where chips are compared, before each pass of the repeated phase, since in the middle of a deal who "
        "has staked most has least",
        "lead change: Browne",
        ("lead changes",),
    ),
    Metric(
        "drama", "drama, %",
        "how far the winner was behind at those looks at which it was behind: the root of its distance to the "
        "best, as a part of the largest distance in the game between the best and the last; of games that one "
        "player or team has won",
        "drama: Browne",
    ),
    Metric(
        "behind", "winner behind, %",
        "at how many of 100 looks somebody else was ahead of the winner",
        "drama by its length: Browne",
    ),
    Metric(
        "decided", "decided after, %",
        "after how many of 100 looks the winner was ahead alone for good. (Browne's threshold is a lead that "
        "nobody has lost in any game; here each game has its own.)",
        "decisiveness: Browne",
    ),
    Metric(
        "margin", "winner's margin",
        "the best score less the next one at the end; of teams that of the other team",
        "our own",
        ("winner's margin",),
    ),
    Metric(
        "pots", "most in the ...",
        "the most chips that lay at any time in all that is empty in the beginning and is nobody's purse: the "
        "pot, the stakes; a bank is none",
        "our own",
        ("most in the *",),
    ),
    Metric(
        "reshuffles", "shuffled again",
        "how often cards were shuffled after the first time: for another deal, because a pile had run out, or "
        "because the rules say so; not told where it never happened",
        "our own",
        ("shuffled again",),
    ),
    Metric(
        "applied", "% of games, times a game",
        "how often a move was made, and a row applied; a row that gives a value is only told with the games in "
        "which it did. A house rule applies where something that it wrote is done or asked: a line, a row, a "
        "move, an end, what asks for an option or a term of it; one that changes the deck or the players, in "
        "every game",
        "Wilson's interval",
    ),
    Metric(
        None, "spread, 5 %, 50 %, 95 %",
        "the standard deviation, and percentiles by the nearest rank",
        "Hyndman and Fan, Sample Quantiles in Statistical Packages, 1996, definition 1",
    ),
    Metric(
        "failures", "a code and a message",
        "games in which a rule failed; they do not count in any other figure",
        "our own",
    ),
)  # fmt: skip
"""All of them, in the order in which they are printed."""

BROWNE = "Browne, Automatic Generation and Evaluation of Recombination Games, 2008"
"""Who is meant by "Browne"."""


def named(field: str) -> str:
    """The name under which a figure is printed."""
    return next(metric.name for metric in METRICS if metric.field == field)
