"""What a gate found and accepts all the same: by an ignore with its reason, or by a baseline."""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from fnmatch import fnmatchcase

from msgspec import Struct

from footprint_cli.model.finding import Finding
from footprint_cli.model.gate import Baseline, Fingerprint, Ignore
from footprint_cli.model.report import Suppressed

_IN_BASELINE = "in the baseline"


class Kept(Struct, frozen=True, kw_only=True):
    """A finding, with the code that `verify` gives it, if it is one of that."""

    finding: Finding
    code: str | None = None

    @property
    def fingerprint(self) -> Fingerprint:
        """What stays of it when the run is recorded again."""
        one = self.finding
        return Fingerprint(
            rule=one.code,
            code=self.code,
            source=one.source,
            retriever=one.retriever,
            step=one.step,
            chunk=one.chunk,
            tool=one.tool,
        )


class Acceptance:
    """Sorts findings as they come into those that count and those that are ignored."""

    def __init__(self, ignores: tuple[Ignore, ...], today: date) -> None:
        self._expired = [one for one in ignores if one.until is not None and one.until < today]
        self._valid = [one for one in ignores if one not in self._expired]
        self._used: set[int] = set()
        self._ignored: list[Suppressed] = []

    def ignores(self, kept: Kept) -> bool:
        """Tell whether a finding is ignored; the first ignore that matches gives the reason."""
        matching = [place for place, one in enumerate(self._valid) if _matches(one, kept.finding)]
        if not matching:
            return False
        self._used.update(matching)
        first = self._valid[matching[0]]
        self._ignored.append(Suppressed(finding=kept.finding, why=first.reason, until=first.until))
        return True

    def parted(
        self, kept: list[Kept], baseline: Baseline | None
    ) -> tuple[list[Kept], tuple[Suppressed, ...]]:
        """Return what is new, and all that is accepted.

        A baseline accepts as many findings of a kind as it counted, the first ones.
        """
        left = Counter({} if baseline is None else baseline.findings)
        new, accepted = [], []
        for one in kept:
            if left[one.fingerprint] > 0:
                left[one.fingerprint] -= 1
                accepted.append(Suppressed(finding=one.finding, why=_IN_BASELINE))
            else:
                new.append(one)
        return new, (*self._ignored, *accepted)

    def notes(self, kept: list[Kept], baseline: Baseline | None, rules: set[str]) -> list[str]:
        """Say which ignores have ended or matched nothing, and what a baseline lists in vain.

        `rules` are those that were asked for: of others nothing can be found again.
        """
        notes = [
            f"ignore ({one.text}: {one.reason}) ended on {one.until} and is not applied"
            for one in self._expired
        ]
        notes += [
            f"ignore ({one.text}: {one.reason}) matched nothing"
            for place, one in enumerate(self._valid)
            if place not in self._used
        ]
        known = {} if baseline is None else baseline.findings
        asked = Counter({one: count for one, count in known.items() if one.rule in rules})
        gone = (asked - fingerprints(kept)).total()
        if gone:
            findings = "1 finding" if gone == 1 else f"{gone} findings"
            verb = "was" if gone == 1 else "were"
            notes.append(f"{findings} of the baseline {verb} not found again")
        return notes


def fingerprints(kept: Iterable[Kept]) -> Counter[Fingerprint]:
    """Count findings by what stays of them."""
    return Counter(one.fingerprint for one in kept)


def less_than_before(checked: dict[str, int], baseline: Baseline | None) -> list[str]:
    """Say which rules were checked less often than when the baseline was written."""
    before = {} if baseline is None else baseline.checked
    return [
        f"{rule}: checked {checked.get(rule, 0)} now, and {count} when the baseline was written"
        for rule, count in before.items()
        if checked.get(rule, 0) < count
    ]


def _matches(one: Ignore, finding: Finding) -> bool:
    exact = (
        (one.rule, finding.code),
        (one.retriever, finding.retriever),
        (one.tool, finding.tool),
        (one.chunk, finding.chunk),
        (one.step, finding.step),
    )
    if any(wanted is not None and wanted != has for wanted, has in exact):
        return False
    return one.source is None or fnmatchcase(finding.source, one.source)
