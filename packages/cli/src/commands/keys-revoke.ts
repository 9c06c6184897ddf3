import type { KeyRecord } from '@recourse/stores';
import { exitCodes, UsageError } from '../command.ts';
import type { Command } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { withState } from '../state/open-state.ts';
import { onlyName, stateHelp, stateOptions } from '../state/state-options.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import { moment } from '../terminal/moment.ts';
import { visible } from '../terminal/visible.ts';

export const keysRevokeCommand: Command = {
  name: 'keys revoke',
  summary: 'end a key, at once and for good',
  help: `Usage: recourse keys revoke ID [--json]

Ends a key. Calls that come after it are refused, on every server that uses the
store. ID is what 'recourse keys list' shows, or the beginning of it.

${stateHelp}
  --json          {ok, id}

Exit code: 1 where there is no such key, or it was revoked before.`,
  run: (commandArguments, io) => {
    const { values, positionals } = parseArguments(commandArguments, stateOptions);
    const given = onlyName(positionals, 'key');
    if (given.startsWith('rk_'))
      throw new UsageError("That is a key itself. Name it by the id that 'keys list' shows.");
    return withState(io, values, async ({ stores }) => {
      const keys = await stores.keys.list();
      const [key, another] = keys.filter(({ id }) => id.startsWith(given));
      const ok = key !== undefined && !another && (await stores.keys.revoke(key.id));
      const refusal = another ? 'could be several keys. Write more of it.' : whyNot(given, key, keys);
      if (values.json) io.out(JSON.stringify(ok ? { ok, id: key.id } : { ok, given }, null, 2));
      else if (ok) io.out(`Revoked: ${key.id} of '${visible(key.principal)}'`);
      if (!ok) io.err(`recourse: '${given}' ${refusal}`);
      return ok ? exitCodes.clean : exitCodes.findings;
    });
  },
};

const whyNot = (given: string, key: KeyRecord | undefined, keys: readonly KeyRecord[]): string => {
  if (key) return `was revoked before, at ${moment(key.revoked_at ?? 0)}.`;
  const near = didYouMean(
    given,
    keys.map(({ id }) => id),
  );
  return `is no key.${near || " 'recourse keys list' shows those that there are."}`;
};
