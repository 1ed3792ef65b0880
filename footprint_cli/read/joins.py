"""Several sources of one run → one retrieval each: committed, then nested log, then event."""

from msgspec.structs import replace

from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.steps import subflow_of
from footprint_cli.read.nested import mount_of


def joined(
    logged: list[Retrieval], nested: dict[str, Retrieval], seen: list[Retrieval]
) -> list[Retrieval]:
    """Join what logs, nested logs and events say of the same retrievals.

    The committed record wins; the others add the strategy's verdicts and what was attached. What a
    log withholds is not filled in. A retrieval that only one source knows is kept from that source.
    """
    steps = dict.fromkeys(one.step for one in logged if one.step is not None)
    mounts_at: dict[str, list[str]] = {}  # by their subflow: an event belongs to one of its own
    for mount in dict.fromkeys([*steps, *nested]):
        mounts_at.setdefault(mount.rpartition("#")[0], []).append(mount)
    by_mount: dict[str, Retrieval] = {}
    alone: list[Retrieval] = []
    for event in seen:
        found = mount_of(event.step, mounts_at.get(subflow_of(event.step), []))
        if found is None or found in by_mount:
            alone.append(event)
        else:
            by_mount[found] = event
    out = [
        _completed(one, nested.get(one.step or ""), by_mount.get(one.step or "")) for one in logged
    ]
    out += [
        _completed(own, own, by_mount.get(mount))
        for mount, own in nested.items()
        if mount not in steps
    ]
    return out + alone


def _completed(one: Retrieval, own: Retrieval | None, event: Retrieval | None) -> Retrieval:
    if one.withheld is not None:
        return one
    if event is not None and event.at_retriever is not None:
        one = replace(one, at_retriever=event.at_retriever, retriever_from="event")
    elif own is not None:
        one = replace(one, at_retriever=own.at_retriever, retriever_from=own.retriever_from)
    if event is not None:
        one = replace(one, attached=event.attached, attached_all=event.attached_all)
    if own is not None:
        one = replace(one, loaded=own.loaded)
    if not one.injected_recorded and own is not None:
        one = replace(one, injected=own.injected, injected_recorded=own.injected_recorded)
    return one
