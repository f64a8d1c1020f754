"""The words of the notation: what callers write for the orders, for the units and between them."""

from __future__ import annotations

from door.rules.units import UnitKind
from door.rules.written import OrderKind


def _table(**words: str) -> dict[str, OrderKind]:
    return {word: OrderKind[kind] for kind, line in words.items() for word in line.split()}


VERBS = _table(
    HOLD="h hold holds holding stand stands standing",
    MOVE="m move moves moving attack attacks attacking",
    SUPPORT="s sup supp support supports supporting",
    CONVOY="c conv convoy convoys convoying transport transports transporting ferry ferries ferrying",
    RETREAT="r ret retreat retreats retreating",
    DISBAND="d disb disband disbands disbanded remove removes removed destroy destroys destroyed",
    BUILD="b build builds built",
    WAIVE="w waive waives waived",
)
KINDS = {
    **dict.fromkeys(("a", "army", "armies"), UnitKind.ARMY),
    **dict.fromkeys(("f", "fleet", "fleets"), UnitKind.FLEET),
}
TO = frozenset({"to", "into"})
BY = frozenset({"via", "by"})
CARRIED = frozenset({"convoy", "convoyed"})
"""Words that at the end of a move say by themselves that it goes by convoy."""
FILLERS = frozenset({"the", "an", "in", "at", "of", "from", "unit", "is", ":", "*"})
DIRECTIONS = {
    **dict.fromkeys(("n", "north", "northern", "nc"), "NC"),
    **dict.fromkeys(("s", "south", "southern", "sc"), "SC"),
    **dict.fromkeys(("e", "east", "eastern", "ec"), "EC"),
    **dict.fromkeys(("w", "west", "western", "wc"), "WC"),
}
OF_POWERS = (OrderKind.BUILD, OrderKind.DISBAND)
"""What is said of a power rather than of a unit: ``France builds A PAR``."""
COASTS = frozenset({"nc", "sc", "ec", "wc"})
STOP = (frozenset(VERBS) | frozenset(KINDS) | TO | FILLERS | BY) - {"w", "of"}
"""Words that no name of a place runs over: those of the notation, but for the W of ``W. Mediterranean``."""

# The Army/Fleet rules

ABOARD_VERBS = _table(
    EMBARK="embark embarks embarking board boards boarding",
    LAND="disembark disembarks disembarking land lands landing",
    CONVOY="ff",
)
"""The verbs that only the Army/Fleet rules know; FF is a Fast Ferry."""
ALL_VERBS = {**VERBS, **ABOARD_VERBS}
ALL_STOP = STOP | frozenset(ABOARD_VERBS)
ONTO = TO | {"on", "onto", "aboard"}
"""Words before the fleet that is boarded."""
THEN = frozenset({",", "and", "then"})
"""What stands between the boarding and the landing of one order."""
