import { createMemoryQuotas, createMemoryReplays, createMemoryTokens } from '@recourse/engine/memory';
import { createMemorySignals, createMemoryTasks } from '@recourse/engine/sharing';
import { describeQuotas } from './describe-quotas.ts';
import { describeReplays } from './describe-replays.ts';
import { describeSignals } from './describe-signals.ts';
import { describeTasks } from './describe-tasks.ts';
import { describeTokens } from './describe-tokens.ts';

const most = 20;

describeTokens('memory', ({ now }) => {
  const tokens = createMemoryTokens(now, most);
  return { port: tokens, decisions: tokens, most };
});

describeQuotas('memory', ({ now }) => ({ port: createMemoryQuotas(now, most), most }));

describeReplays('memory', ({ now }) => ({ port: createMemoryReplays(now, most), most }));

describeSignals('memory', () => {
  const port = createMemorySignals();
  return { port, other: port };
});

describeTasks('memory', ({ now }) => ({ port: createMemoryTasks(now) }));
