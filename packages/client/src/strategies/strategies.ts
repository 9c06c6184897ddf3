import type { Recovery } from '@recourse/contract';
import { confirm, withoutToken } from './confirm.ts';
import { fixInput } from './fix-input.ts';
import { changeState, discover } from './follow.ts';
import { retry } from './retry.ts';
import { stop } from './stop.ts';
import type { Strategy } from './strategy.ts';
import { wait } from './wait.ts';

/** The strategy for each recovery, for failures that leave nothing in doubt. The contract's set is closed, and so is this table. */
export const strategies: Readonly<Record<Recovery, Strategy>> = {
  fix_input: fixInput,
  retry,
  wait,
  confirm,
  discover,
  change_state: changeState,
  authorize: stop,
  // Nothing happened, so there is nothing to look for. A call in doubt is looked for by `transition`.
  verify: (situation) => withoutToken(situation.reading.failure) ?? retry(situation),
  report: stop,
};
