import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse intents resolve`. */
export const help = `Usage: recourse intents resolve ID --applied|--absent [--json]

Records whether a lost call took effect. First check whether it did, and that
its process can no longer act: your answer is not verified.

  --applied       it took effect: a call with the same idempotency key returns
                  CONFLICT_ALREADY_APPLIED
  --absent        it had no effect: it can be made again with the same
                  idempotency key
${stateHelp}
  --json          {ok, id, effect, result}; result is resolved, in_flight,
                  settled or unknown

${exitHelp('intents resolve')}

Example:
  recourse intents resolve 42 --absent`;
