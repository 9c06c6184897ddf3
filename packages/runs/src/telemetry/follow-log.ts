import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog, RunStore } from '@recourse/stores';
import { readRunEvent } from '../model/run-event.ts';
import type { RunEvent } from '../model/run-event.ts';

/** The answer of a telemetry service to a batch. `later`: the same batch comes again. `refused`: it is dropped. */
export type Delivery = 'delivered' | 'later' | 'refused';

export interface FollowOptions {
  readonly events: Pick<EventLog, 'read'>;
  readonly store: Pick<RunStore, 'cursor' | 'moveCursor'>;
  /** The name that the place in the log is stored under. */
  readonly name: string;
  deliver(events: readonly RunEvent[], signal: AbortSignal): Promise<Delivery>;
  /** Told how many events were lost: refused by the service, or dropped from the log before they were sent. */
  readonly onLost?: (count: number, why: 'refused' | 'log') => void;
  readonly pollMs?: number;
  readonly longestPauseMs?: number;
}

const batchSize = 200;

/**
 * Sends the events of runs in the order of the log, from where the last process stopped. The log is the outbox: it
 * survives restarts and is bounded already, so that only a place in it is stored. A service that is away holds up
 * nothing but this function.
 */
export const followLog = async (options: FollowOptions, signal: AbortSignal): Promise<void> => {
  const { pollMs = 1000, longestPauseMs = 30_000 } = options;
  let pauseMs = pollMs;
  while (!signal.aborted) {
    const step = await sendNext(options, signal).catch(() => 'later' as const);
    if (step === 'sent') {
      pauseMs = pollMs;
      continue;
    }
    pauseMs = step === 'idle' ? pollMs : Math.min(longestPauseMs, pauseMs * 2);
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
};

/** Sends one batch and stores how far it got. */
const sendNext = async (options: FollowOptions, signal: AbortSignal): Promise<'sent' | 'idle' | 'later'> => {
  const { events, store, name, deliver, onLost } = options;
  const after = await store.cursor(name);
  const batch = await events.read({ after, limit: batchSize });
  const [first, last] = [batch[0], batch.at(-1)];
  if (!first || !last) return 'idle';
  const found = batch.flatMap((event) => readRunEvent(event) ?? []);
  const delivery = found.length === 0 ? 'delivered' : await deliver(found, signal);
  if (delivery === 'later') return 'later';
  if (after > 0 && first.position > after + 1) onLost?.(first.position - after - 1, 'log');
  if (delivery === 'refused') onLost?.(found.length, 'refused');
  await store.moveCursor(name, last.position);
  return 'sent';
};
