"""What is noted while a wish is read, before it is put together. A worksheet of `reading` alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from menu_data.words.wishes.marks import Mark

EXCLUDABLE = frozenset({"fried", "raw", "alcohol", "caffeine"})  # traits that can be left out
NUMBING = "sichuan_pepper"  # what a dish that is not to numb goes without
COOLEST, WARM = 0, 2  # not spicy; not too spicy


@dataclass(slots=True)
class Notes:
    """`wants`: places of marks that are wanted; `dropped`: of those that are not; `numbers`: units
    that say an amount.
    """

    wants: list[int] = field(default_factory=list)
    exclude: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    free: list[str] = field(default_factory=list)
    avoid: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    allergic: list[str] = field(default_factory=list)
    diet: list[str] = field(default_factory=list)
    max_spice: int | None = None
    bit_spicy: bool = False
    dropped: set[int] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)

    def drop(self, at: int) -> None:
        """What was had already."""
        self.dropped.add(at)

    def fear(self, at: int, mark: Mark) -> None:
        """What somebody is allergic to."""
        self.dropped.add(at)
        self.allergic += mark.of("food")

    def leave_out(self, at: int, mark: Mark, *, free: bool, too: bool) -> None:
        """What must not be; `too`: not too much of it."""
        self.dropped.add(at)
        names = mark.of("name")
        self.without += names
        if names and len(mark.of("food", "course", "trait")) == 0:
            return
        (self.free if free else self.exclude).extend(mark.of("food"))
        self.exclude += mark.of("course")
        for key in mark.of("trait"):
            self._leave_out_trait(key, too)

    def leave_out_word(self, at: int, mark: Mark) -> None:
        """A word that means nothing here, right behind a negation."""
        if len(mark.said) > 1 or not mark.said.isascii():
            self.dropped.add(at)
            joined = self.words and at - 1 in self.dropped and not mark.said.isascii()
            if joined:
                self.words[-1] += mark.said
            else:
                self.words.append(mark.said)

    def limit_spice(self, degree: int, at: int, mark: Mark) -> None:
        """How hot it may be at the most."""
        self.max_spice = degree if self.max_spice is None else min(self.max_spice, degree)
        self.bit_spicy = self.bit_spicy or (degree > 0 and mark.is_cue("little_spicy"))
        self.dropped.add(at)

    def _leave_out_trait(self, key: str, too: bool) -> None:
        if key == "spicy":
            degree = WARM if too else COOLEST
            self.max_spice = degree if self.max_spice is None else min(self.max_spice, degree)
        elif key == "hot":
            self.max_spice = WARM if too else COOLEST
        elif key == "numbing":
            self.exclude.append(NUMBING)
        elif key in EXCLUDABLE:
            self.exclude.append(key)
        else:
            self.avoid.append(key)
