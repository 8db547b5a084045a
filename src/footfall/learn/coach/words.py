"""The words that a coach can say: what each wants of the motion, measured before and after."""

from __future__ import annotations

import math
from dataclasses import dataclass

from footfall.errors import FootfallError, nearest
from footfall.learn.objective.kinds import KINDS
from footfall.learn.objective.terms import Term

WORTH = 20.0  # score of a wish that nothing has been done for


@dataclass(frozen=True)
class Word:
    """A word of a coach.

    Attributes:
        word: As it is said.
        what: What it wants, for people.
        kind: The term that measures it; "" when it only pushes numbers.
        factor: What is measured shall be this many times as large; above 1: at least, below: at most.
        of: See `Term.of`.
        over: See `Term.over`.
        push: Parts of names: free numbers whose name has one of them are pushed.
        way: 1: away from 0, -1: towards it.
    """

    word: str
    what: str
    kind: str = ""
    factor: float = 1.0
    of: str = ""
    over: str = ""
    push: tuple[str, ...] = ()
    way: int = 1

    @property
    def measured(self) -> Term:
        """The term without a target, to measure with."""
        return Term(self.kind, target=0.0, of=self.of, over=self.over, name=self.word)

    def term(self, before: float) -> Term:
        """The term that asks for it.

        Args:
            before: What was measured of the motion as it is; nan when there was nothing to measure.
        """
        goal = 0.0 if math.isnan(before) else before * self.factor
        larger = self.factor > 1.0
        if self.kind not in _SIGNED:
            bound = "least" if larger else "most"
        else:  # a turn backwards is negative: more of it is less
            bound = "least" if larger == (before >= 0.0) else "most"
        change = abs(goal - before) if before and math.isfinite(before) else 1.0
        weight = WORTH / change
        return Term(self.kind, weight, target=goal, of=self.of, over=self.over, name=self.word, bound=bound)

    @property
    def unit(self) -> str:
        """Of what is measured."""
        return KINDS[self.kind].unit if self.kind else ""


_SIGNED = ("turn", "distance", "speed", "end", "under")
_ARMS = ("arm", "shoulder", "elbow")
_KNEES = ("knee", "shin", "tuck")
_WORDS = (
    Word("higher", "the centre of mass goes up further", "apex", 1.12),
    Word("lower", "the centre of mass stays lower", "apex", 0.93),
    Word("longer in the air", "a longer flight", "air", 1.25),
    Word("shorter in the air", "a shorter flight", "air", 0.8),
    Word("softer landing", "less force of the ground at the landing", "impact", 0.42),
    Word("harder landing", "more force of the ground at the landing", "impact", 1.5),
    Word("slower descent", "less speed downwards at the landing", "descent", 0.8),
    Word("balanced landing", "the feet below the centre of mass at the landing", "under", 0.3),
    Word("feet first", "nothing but feet touches at the landing", "touch", 0.0),
    Word("turn more", "the trunk turns further", "turn", 1.1),
    Word("turn less", "the trunk turns less far", "turn", 0.9),
    Word("faster", "more speed along the heading", "speed", 1.15),
    Word("slower", "less speed along the heading", "speed", 0.85),
    Word("farther", "more way along the heading", "distance", 1.2),
    Word("less far", "less way along the heading", "distance", 0.8),
    Word("in place", "no way along the heading", "distance", 0.1),
    Word("quicker", "the skill takes less time", "seconds", 0.85),
    Word("take your time", "the skill takes more time", "seconds", 1.2),
    Word("longer steps", "the feet strike further apart", "step", 1.2),
    Word("shorter steps", "the feet strike closer together", "step", 0.8),
    Word("straighter", "the trunk leans less", "tilt", 0.7),
    Word("lean more", "the trunk leans more", "tilt", 1.3),
    Word("crouch deeper", "the lowest centre of mass is lower", "height", 0.9, over="least"),
    Word("crouch less", "the lowest centre of mass is higher", "height", 1.1, over="least"),
    Word("stand taller", "a higher centre of mass at the end", "height", 1.03, over="end"),
    Word("calmer end", "less motion at the end", "end", 0.5, of="motion"),
    Word("quiet head", "the head moves less against the body", "head", 0.8),
    Word("smoother", "less shaking above 12 Hz", "shake", 0.5),
    Word("plant the feet", "planted feet slide less", "slide", 0.5),
    Word("easier", "less power of the joints", "energy", 0.8),
    Word("with more force", "more power of the joints", "energy", 1.25),
    Word("tuck more", "numbers called tuck, knee or shin go away from 0", push=_KNEES),
    Word("tuck less", "numbers called tuck, knee or shin go towards 0", push=_KNEES, way=-1),
    Word("arms more", "numbers called arm, shoulder or elbow go away from 0", push=_ARMS),
    Word("arms less", "numbers called arm, shoulder or elbow go towards 0", push=_ARMS, way=-1),
    Word("use the ankles", "numbers called ankle or toe go away from 0", push=("ankle", "toe")),
)  # fmt: skip
WORDS: dict[str, Word] = {word.word: word for word in _WORDS}


def find_word(said: str) -> Word:
    """The word that was said.

    Raises:
        FootfallError: There is none; with the nearest.
    """
    plain = " ".join(said.lower().split())
    if plain not in WORDS:
        raise FootfallError(
            f"a coach does not say '{said}'", where=f'"{said}"', help=nearest(plain, list(WORDS))
        )
    return WORDS[plain]
