"""The answer on a chunk over all sources, with what only a second reading can add to it."""

from collections.abc import Iterator

from footprint_cli.analyse.reckoning import Reckoning
from footprint_cli.archive.search.asking import Asking
from footprint_cli.archive.search.ids import ids_in
from footprint_cli.cli.searching import Searching
from footprint_cli.model.answer import Occurrence, Reply


class ReckonedSources:
    """Reads sources as their answers are asked for; the reply and the status are known after that."""

    def __init__(
        self,
        asking: Asking,
        paths: list[str],
        *,
        step: str | None,
        jobs: int | None,
        written: str | None,
    ) -> None:
        self._searching = Searching(asking, paths, step=step, jobs=jobs, written=written)
        self._reckoning = Reckoning(asking.asked)
        self._asked = asking.asked
        self.answer = self._reckoning.answer
        self.exit_status = self._searching.exit_status

    def occurrences(self) -> Iterator[Occurrence]:
        """Yield what names the chunk, or could not say."""
        for part in self._searching:
            yield from self._reckoning.add(part)

    def reply(self) -> Reply:
        """Answer the whole question; ids to offer are looked for once more where a search left them out."""
        reckoning = self._reckoning
        if reckoning.lacks_the_only:
            reckoning = self._again()
        elif reckoning.lacks_ids:
            for ids in self._ids():
                reckoning.show(ids)
        return reckoning.reply()

    def _again(self) -> Reckoning:
        """Read all in full, for the words of the only retrieval."""
        reckoning = Reckoning(self._asked)
        for part in self._searching.in_full():
            reckoning.add(part)
        return reckoning

    def _ids(self) -> Iterator[list[str | None]]:
        asking = self._searching.asking
        for one in self._searching.sources:
            if one.fault is None and not one.repeated:
                yield from ids_in(one.path, asking)
