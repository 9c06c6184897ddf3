import { createMemoryState } from '@recourse/engine/memory';
import { describeAdmissions } from './describe-admissions.ts';
import { describeQuotas } from './describe-quotas.ts';
import { describeReplays } from './describe-replays.ts';
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
