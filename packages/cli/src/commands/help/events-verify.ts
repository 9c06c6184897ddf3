import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse events verify`. */
export const help = `Usage: recourse events verify [--anchor HEAD] [--json]

Follows the chain of recorded events from the first to the last, and checks each
link and each seal. Reports the first position where the chain is broken.
Changes nothing, and can run while servers write.

  --anchor HEAD   a head that this command printed earlier (POSITION:LINK);
                  fail if the chain does not contain it
${stateHelp}
  --json          {ok, events, broken: {position, problem}, head: {position,
                  link}, unsealed, sealed_since, dropped_to, lost,
                  unchecked_seals}

Seals are checked with RECOURSE_KEY or, for SQLite without it, with the key file
next to the store.
Save the head somewhere that users of the store cannot change: only an earlier
head reveals that the whole store was replaced with an older copy.

${exitHelp('events verify')}

Example:
  recourse events verify --anchor 1204:9e69a337316c9934aaccf104345267e5755d4401…`;
