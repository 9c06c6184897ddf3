import { exitHelp } from '../../exit-help.ts';
import { stateHelp } from './state-help.ts';

/** The help of `recourse events verify`. */
export const help = `Usage: recourse events verify [--anchor HEAD] [--json]

Follows the chain of recorded events from the first to the last, and checks each
link and each seal. Names the first position where it is broken. Reads page by
page, changes nothing, and can run while servers write.

  --anchor HEAD   a head that an earlier run printed (POSITION:LINK); fail if
                  the chain does not contain it
${stateHelp}
  --json          {ok, events, broken: {position, problem}, head: {position,
                  link}, unsealed, sealed_since, dropped_to, lost,
                  unchecked_seals}

The key is RECOURSE_KEY or, for SQLite without it, the file beside the store.
Note the head somewhere else, where users of the store cannot change it: only
an earlier head shows that an older copy of the whole store was put back.

${exitHelp('events verify')}

Example:
  recourse events verify --anchor 1204:9e69a337316c9934aaccf104345267e5755d4401…`;
