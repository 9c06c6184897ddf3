import type { Json } from '@recourse/contract';
import { canonicalJson } from '@recourse/engine/digest';
import type { RunRow, RunStore, RunVersion, StoredArtifact } from '@recourse/stores';
import { createIds } from '../model/ids.ts';
import type { Ids } from '../model/ids.ts';
import { toLogged } from '../model/run-event.ts';
import type { RunEvent } from '../model/run-event.ts';
import type { Snapshot } from '../model/snapshot.ts';
import { endStates } from '../model/states.ts';
import { applyEvent } from './apply-event.ts';
import type { Draft } from './payloads.ts';
import type { Persist } from './persist.ts';
import { firstRunHash, runHashOf } from './run-chain.ts';

/** The run belongs to another process now, or was cancelled: nothing more is written here. */
export class RunLostError extends Error {
  override readonly name = 'RunLostError';
}

export interface JournalOptions {
  readonly store: RunStore;
  readonly now: () => number;
  readonly ids?: Ids;
  /** Repeats a write while the store is unavailable. */
  readonly persist?: Persist;
}

interface AppendOptions {
  readonly artifacts?: readonly StoredArtifact[];
  /** Takes the run from its owner. */
  readonly seize?: boolean;
}

/** Writes the events of one run, one append after the other, and keeps its snapshot up to date. */
export class Journal {
  readonly id: string;
  readonly snapshot: Snapshot;
  readonly span: string;
  readonly #options: JournalOptions;
  readonly #ids: Ids;
  readonly #facts: Pick<RunRow, 'pipeline' | 'principal' | 'trace_id'>;
  #version: RunVersion;
  #head: string;
  #queue: Promise<unknown> = Promise.resolve();
  /** Why nothing more can be written: the snapshot here may be ahead of the record. */
  #broken: { readonly reason: unknown } | undefined;

  constructor(row: RunRow, snapshot: Snapshot, options: JournalOptions) {
    this.id = row.id;
    this.snapshot = snapshot;
    this.#options = options;
    this.#ids = options.ids ?? createIds();
    this.span = this.#ids.span();
    this.#facts = row;
    this.#version = { last_event: row.last_event, fence: row.fence };
    this.#head = row.last_event === 0 ? firstRunHash(row.id) : row.head;
  }

  get trace(): string {
    return this.#facts.trace_id;
  }

  get fence(): number {
    return this.#version.fence;
  }

  newSpan(): string {
    return this.#ids.span();
  }

  /** Appends events and what belongs to them in one transaction. Throws a RunLostError if the run is another's. */
  append(drafts: readonly Draft[], options: AppendOptions = {}): Promise<void> {
    const next = this.#queue.then(() => this.#appendUnlessBroken(drafts, options));
    this.#queue = next.catch(() => undefined);
    return next;
  }

  async #appendUnlessBroken(drafts: readonly Draft[], options: AppendOptions): Promise<void> {
    if (this.#broken) throw this.#broken.reason;
    try {
      await this.#append(drafts, options);
    } catch (reason) {
      this.#broken = { reason };
      throw reason;
    }
  }

  async #append(drafts: readonly Draft[], { artifacts = [], seize = false }: AppendOptions): Promise<void> {
    const events = linkEvents(drafts, {
      run_id: this.id,
      last: this.#version.last_event,
      head: this.#head,
      now: this.#options.now,
      ids: this.#ids,
      span: this.span,
      trace_id: this.#facts.trace_id,
    });
    for (const event of events) applyEvent(this.snapshot, event);
    const head = events.at(-1)?.run_hash ?? this.#head;
    const change = {
      events: events.map((event) => toLogged(event, { principal: this.#facts.principal, tool: this.#facts.pipeline })),
      head,
      state: this.snapshot.state,
      operation: this.snapshot.operation?.name ?? null,
      finished: endStates.includes(this.snapshot.state),
      ...(drafts.some(({ type }) => type === 'RUN_STATE_CHANGED') && { snapshot: writeSnapshot(this.snapshot) }),
      artifacts,
    };
    const { store } = this.#options;
    const isWritten = await this.#persist(head, () =>
      seize ? store.seize(this.id, this.#version, change) : store.append(this.id, this.#version, change),
    );
    if (!isWritten) throw new RunLostError(`Run ${this.id} was cancelled or taken over by another process`);
    this.#version = { last_event: this.#version.last_event + events.length, fence: this.fence + (seize ? 1 : 0) };
    this.#head = head;
  }

  /** A store that is away is asked again. A write whose answer was lost shows in the head of the run. */
  #persist(head: string, write: () => Promise<boolean>): Promise<boolean> {
    const { store, persist } = this.#options;
    if (!persist) return write();
    let attempts = 0;
    return persist(async () => {
      attempts += 1;
      return (await write()) || (attempts > 1 && (await store.find(this.id))?.head === head);
    });
  }
}

/** The snapshot as it is stored: equal snapshots are equal strings. */
export const writeSnapshot = (snapshot: Snapshot): string => canonicalJson(snapshot as unknown as Json);

interface Link {
  readonly run_id: string;
  readonly last: number;
  readonly head: string;
  readonly now: () => number;
  readonly ids: Ids;
  readonly span: string;
  readonly trace_id: string;
}

/** Gives drafts their numbers, times and places in the chain. */
export const linkEvents = (drafts: readonly Draft[], link: Link): readonly RunEvent[] => {
  let { head } = link;
  const ts = new Date(link.now()).toISOString();
  return drafts.map(({ type, payload, span_id = link.span }, index) => {
    const { run_id, trace_id } = link;
    const event_id = link.ids.event();
    const number = link.last + 1 + index;
    const event = { run_id, number, event_id, ts, type, trace_id, span_id, payload, run_prev_hash: head };
    head = runHashOf(event);
    return { ...event, run_hash: head };
  });
};
