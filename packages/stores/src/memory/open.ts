import { createMemoryQuotas, createMemoryReplays } from '@recourse/engine/memory';
import { createPassingSealer, createSeals } from '@recourse/engine/sealing';
import { createMemorySignals, createMemoryTasks } from '@recourse/engine/sharing';
import type { MemorySettings } from '../settings/store-settings.ts';
import type { Stores } from '../stores.ts';
import { createMemoryEvents } from './events.ts';
import { createMemoryIntents } from './intents.ts';
import { createMemoryKeys } from './keys.ts';
import { createTokensWithApprovals } from './tokens.ts';
import { createMemoryUsage } from './usage.ts';

const defaultMost = 10_000;

/** State that ends with its process: for tests and for servers that need no more. It sweeps itself as it is used. */
export const openMemory = (settings: Omit<MemorySettings, 'kind'> = {}): Promise<Stores> => {
  const { now = Date.now, most = {} } = settings;
  const quotas = createMemoryQuotas(now);
  const events = createMemoryEvents(most.events ?? defaultMost);
  return Promise.resolve({
    kind: 'memory',
    spansMachines: false,
    ...createTokensWithApprovals(now, most.tokens ?? defaultMost, events),
    quotas,
    usage: createMemoryUsage(quotas, now),
    intents: createMemoryIntents(),
    replays: createMemoryReplays(now, most.outcomes ?? defaultMost),
    seals: createSeals(createPassingSealer()),
    signals: createMemorySignals(),
    tasks: createMemoryTasks(now),
    events,
    keys: createMemoryKeys(now),
    sweep: () => Promise.resolve(0),
    close: () => Promise.resolve(),
  });
};
