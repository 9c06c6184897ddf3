import type { Recovery } from '@recourse/contract';
import { confirm } from './confirm.ts';
import { fixInput } from './fix-input.ts';
import { changeState, discover } from './follow.ts';
import { retry } from './retry.ts';
import { stop } from './stop.ts';
import type { Strategy } from './strategy.ts';
import { verify } from './verify.ts';
import { wait } from './wait.ts';

/** What is done about each recovery. The contract's set is closed, and so is this table. */
export const strategies: Readonly<Record<Recovery, Strategy>> = {
  fix_input: fixInput,
  retry,
  wait,
  confirm,
  discover,
  change_state: changeState,
  authorize: stop,
  verify,
  report: stop,
};
