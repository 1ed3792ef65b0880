from collections.abc import Callable, Iterable
from typing import Any, Literal, cast, overload

from footprint_cli.model.commit import refusal
from footprint_cli.model.js_copies import cloned, copied, plain
from footprint_cli.model.js_values import ABSENT, ArrayRangeError, may_overrun
from footprint_cli.model.merge import appended, merged
from footprint_cli.model.rows import Payloads, Row, are_nested, problems_of, rows_of, superseded
from footprint_cli.model.state_paths import delete_at, may_raise, put_at, value_at

__all__ = ["ABSENT", "REFUSED", "Fold", "fold"]

REFUSED = "refused: "  # how the one problem of a line that changed nothing begins


@overload
def fold(
    bundles: Iterable[object], base: object = None, every: Literal[False] = False
) -> dict[str, Any]: ...
@overload
def fold(bundles: Iterable[object], base: object, every: Literal[True]) -> list[dict[str, Any]]: ...
@overload
def fold(
    bundles: Iterable[object], base: object = None, *, every: Literal[True]
) -> list[dict[str, Any]]: ...
def fold(
    bundles: Iterable[object], base: object = None, every: bool = False
) -> dict[str, Any] | list[dict[str, Any]]:
    """Rebuild the state from decoded commit lines, as the producer's `applySmartMerge` does.

    With `every`, all states: the one before the first line, then the one after each. A refused
    line keeps its index and changes nothing. Nothing is shared with the input or between states.
    """
    state = Fold(base)
    if not every:
        for bundle in bundles:
            state.apply(bundle)
        return state.state()
    states = [state.state()]
    for bundle in bundles:
        state.apply(bundle)
        states.append(state.state())
    return states


class Fold:
    """A state that decoded commit lines are folded into, one after the other.

    `keep` limits it to the root keys that it accepts: no row reaches from one into another. `own`
    says that nobody else holds the lines, so that their payloads need not be copied.
    """

    def __init__(
        self,
        base: object = None,
        keep: Callable[[str], bool] | None = None,
        own: bool = False,
    ) -> None:
        self._keep = keep
        self._own = own
        # Whether a value may hang in two places of the state. Until then it is changed in place.
        self._shared = False
        self._state: dict[str, object] = {
            key: copied(value)
            for key, value in (base.items() if isinstance(base, dict) else ())
            if keep is None or (isinstance(key, str) and keep(key))
        }

    def apply(self, bundle: object) -> list[str]:
        """Fold one line, and name what is wrong with it; `REFUSED` begins why it changed nothing.

        One refusal depends on the state: an array that would pass `MAX_LENGTH`, or where JavaScript
        throws. Under a root key that `keep` leaves out it goes unseen.
        """
        why = refusal(bundle)
        if why is not None or not isinstance(bundle, dict):
            return [f"{REFUSED}{why}"]
        return self.take(bundle)

    def take(self, bundle: dict[str, Any]) -> list[str]:
        """Fold a line that `refusal` has nothing against, as `apply` does."""
        rows = rows_of(bundle["trace"])
        problems = [*problems_of(rows)]
        if self._keep is not None:
            rows = [row for row in rows if self._keep(row.segments[0])]
        if not rows:
            return problems
        try:
            return problems + self._write(bundle, rows)
        except ArrayRangeError as error:
            return [f"{REFUSED}{error}"]

    def value(self, *segments: str) -> object:
        """Give the value at a path, or ABSENT; it is the state's own, until the next `apply`."""
        return value_at(self._state, segments)

    def state(self) -> dict[str, Any]:
        """Copy the state as plain JSON values, keys in JavaScript's order, holes as None."""
        return cast("dict[str, Any]", plain(self._state))

    def _write(self, bundle: dict[str, Any], rows: list[Row]) -> list[str]:
        nested = are_nested(rows)
        if nested and sum(row.verb == "merge" for row in rows) > 1:
            # Through an index, the second merge may put an element of `updates` in a second place.
            self._shared = True
        before = self._guarded(rows, unsure=nested or self._shared)
        payloads = Payloads(bundle, rows, own=self._own and not nested, shared=self._shared)
        skipped = set() if nested or self._shared else superseded(rows)
        dropped: list[str] = []
        try:
            for row in rows:
                if row.number in skipped:
                    self._touch(row)
                else:
                    self._write_row(row, payloads, dropped)
        except ArrayRangeError:
            self._state = before
            raise
        return [f"{key} inside a merged value is left out" for key in sorted({*dropped})]

    def _touch(self, row: Row) -> None:
        """Write what is there, for the property and the objects on the way to it."""
        put_at(self._state, row.segments, value_at(self._state, row.segments))

    def _write_row(self, row: Row, payloads: Payloads, dropped: list[str]) -> None:
        if row.verb == "delete":
            delete_at(self._state, row.segments)
            return
        in_place = not self._shared
        current = value_at(self._state, row.segments)
        if row.verb == "merge":
            new = merged(current, payloads.patch(row), in_place=in_place, dropped=dropped)
        else:
            new = payloads.written(row)
            if row.verb == "append" and isinstance(current, list) and isinstance(new, list):
                new = appended(current, new, in_place=in_place)
        put_at(self._state, row.segments, new)

    def _guarded(self, rows: list[Row], *, unsure: bool) -> dict[str, object]:
        """Give the state to go back to when a row raises: itself when none can.

        `unsure` says that the rows may change what stands in each other's way.
        """
        risky = [row for row in rows if any(map(may_overrun, row.segments[1:]))]
        if not risky or not (unsure or any(may_raise(self._state, row.segments) for row in risky)):
            return self._state
        roots = {row.segments[0] for row in rows}
        return {key: cloned(at) if key in roots else at for key, at in self._state.items()}
