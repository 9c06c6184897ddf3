import { createMemoryState } from '@recourse/engine/memory';
import { createPassingSealer, createSeals } from '@recourse/engine/sealing';
import { createMemoryCells, createMemorySignals, createMemoryTasks } from '@recourse/engine/sharing';
import type { MemorySettings } from '../settings/store-settings.ts';
import type { Stores } from '../stores.ts';
import { createMemoryEvents } from './events.ts';
import { createMemoryIntents } from './intents.ts';
import { createMemoryKeys } from './keys.ts';
import { createMemoryApprovals } from './approvals.ts';
import { createMemoryUsage } from './usage.ts';

const defaultMost = 10_000;

/** State that ends with its process: for tests and for servers that need no more. It sweeps itself as it is used. */
export const openMemory = (settings: Omit<MemorySettings, 'kind'> = {}): Promise<Stores> => {
  const { now = Date.now, most = {} } = settings;
  const events = createMemoryEvents(most.events ?? defaultMost);
  const { tokens, quotas, admissions } = createMemoryState({
    now,
    mostTokens: most.tokens ?? defaultMost,
    mostOutcomes: most.outcomes ?? defaultMost,
    append: (appended) => void events.deliver(appended),
  });
  return Promise.resolve({
    kind: 'memory',
    spansMachines: false,
    tokens,
    admissions,
    approvals: createMemoryApprovals(tokens, now, events),
    usage: createMemoryUsage(quotas, now),
    intents: createMemoryIntents(),
    seals: createSeals(createPassingSealer()),
    signals: createMemorySignals(),
    cells: createMemoryCells(now),
    tasks: createMemoryTasks(now),
    events: { ...events, transaction: admissions.transaction },
    keys: createMemoryKeys(now),
    sweep: () => Promise.resolve(0),
    close: () => Promise.resolve(),
  });
};
