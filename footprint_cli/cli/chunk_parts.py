"""Parts of the answer on a chunk: one is written for each shard, and all are added up again."""

from collections.abc import Iterator

from footprint_cli.analyse.kept import again, kept, recorded, told_again
from footprint_cli.analyse.reckoned import in_a_word, together
from footprint_cli.analyse.reckoning import Reckoning
from footprint_cli.archive.chunk_asked import ChunkAsked
from footprint_cli.archive.partial import Head
from footprint_cli.archive.sources import Source
from footprint_cli.cli.found import sources_of
from footprint_cli.cli.ledger import Ledger
from footprint_cli.cli.opened import Opened, opened
from footprint_cli.cli.reckoned import Adding, complete
from footprint_cli.cli.searching import Searching, asked_of
from footprint_cli.cli.sharding import Parts, head_and_own, write
from footprint_cli.cli.workers import Workers
from footprint_cli.model.answer import Occurrence, Reply
from footprint_cli.model.reckoned import Kept, Reckoned, Rest
from footprint_cli.model.told import Read


def write_chunk_part(asked: ChunkAsked, paths: list[str], workers: Workers, out: str | None) -> int:
    """Ask one shard of the sources, write what `merge` takes up, and return the exit status."""
    sources = sources_of(paths, [out])
    asked = asked_of(asked, sources)  # all shards as one command over all would ask
    head, own = head_and_own(asked, paths, sources, workers)
    shard = _Shard(Searching(asked, own, workers))
    write(head, shard.entries(), shard.rest, out)
    return shard.ledger.exit_status()


class _Shard:
    """Reads the sources of a shard; what they leave out is known after that."""

    def __init__(self, searching: Searching) -> None:
        self._searching = searching
        self._reckoning = Reckoning(searching.asked.asked)
        self._last: Source | None = None
        self.ledger = Ledger(searching.asked.narrowing)

    def entries(self) -> Iterator[tuple[Source, Read[Kept]]]:
        """Yield what is kept of each source."""
        for one in self._searching.opened():
            part = together(self._taken(one))
            told = one.told()
            self.ledger.add(one.source, told)
            yield one.source, Read(place=one.source.place, told=told, parts=(kept(part),))

    def _taken(self, one: Opened) -> Iterator[Reckoned]:
        for part in one.parts:
            if part.never or part.told:
                self._last = one.source
            self._reckoning.add(part)
            yield part

    def rest(self) -> Rest | None:
        """Return what the answer may need beside the entries."""
        complete(self._reckoning, self._searching, self._last)
        only = self._reckoning.only
        in_words = only is not None and isinstance(in_a_word((only,)), str)
        rest = Rest(only=recorded(only) if only and in_words else None, ids=self._reckoning.ids)
        return None if rest == Rest() else rest


class MergedParts:
    """The answer of the parts of all shards, as one command over all would have given it."""

    def __init__(self, heads: dict[str, Head], asked: ChunkAsked) -> None:
        self._parts: Parts[Kept] = Parts(heads)
        self._asked = asked
        self._adding = Adding(asked, next(iter(heads.values())).paths)
        self.answer = self._adding.answer
        self.exit_status = self._adding.exit_status

    def occurrences(self) -> Iterator[Occurrence]:
        """Yield what names the chunk, or could not say."""
        return self._adding.take(self._opened())

    def reply(self) -> Reply:
        """Answer the whole question, with what the shards have beside their entries."""
        reckoning, asked = self._adding.reckoning, self._asked
        rests = self._parts.rests
        only = [one.only for one in rests if one.only is not None]
        if reckoning.lacks_the_only and only:
            reckoning.tell_the_only(told_again(only[0], asked.asked))
        elif reckoning.lacks_ids:
            if asked.full:  # then they have all ids, of lists that are entries too
                reckoning.forget_ids()
            for one in rests:
                reckoning.show(one.ids)
        return reckoning.reply()

    def _opened(self) -> Iterator[Opened]:
        for source, read in self._parts:
            parts = (again(one, self._asked.asked) for one in read.parts)
            yield opened(source, read, parts)
