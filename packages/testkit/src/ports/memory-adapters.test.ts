import { createMemoryState } from '@recourse/engine/memory';
import { createMemoryCells, createMemorySignals, createMemoryTasks } from '@recourse/engine/sharing';
import { describeAdmissions } from './describe-admissions.ts';
import { describeCells } from './describe-cells.ts';
import { describeQuotas } from './describe-quotas.ts';
import { describeReplays } from './describe-replays.ts';
import { describeSignals } from './describe-signals.ts';
import { describeTasks } from './describe-tasks.ts';
import { describeTokens } from './describe-tokens.ts';

const most = 20;

describeAdmissions('memory', ({ now }) => {
  const events = new Set<string>();
  const state = createMemoryState({
    now,
    append: (appended) => appended.forEach(({ event_id }) => events.add(event_id)),
  });
  return { port: state, recorded: async () => [...events] };
});

describeTokens('memory', ({ now }) => {
  const state = createMemoryState({ now, most });
  return { port: state, decisions: state.tokens, most };
});

describeQuotas('memory', ({ now }) => ({ port: createMemoryState({ now, most }), most }));

describeReplays('memory', ({ now }) => ({ port: createMemoryState({ now, most }), most }));

describeSignals('memory', () => {
  const port = createMemorySignals();
  return { port, other: port };
});

describeTasks('memory', ({ now }) => ({ port: createMemoryTasks(now) }));

describeCells('memory', ({ now }) => ({ port: createMemoryCells(now) }));
