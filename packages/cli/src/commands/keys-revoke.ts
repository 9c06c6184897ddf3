import type { KeyRecord } from '@recourse/stores';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { withState } from '../state/open-state.ts';
import { onlyName, stateOptions } from '../state/state-options.ts';
import { didYouMean } from '../terminal/did-you-mean.ts';
import { moment } from '../terminal/moment.ts';
import { visible } from '../terminal/visible.ts';

/** Runs `recourse keys revoke`. */
export const run: Run = (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, stateOptions);
  const given = onlyName(positionals, 'key');
  if (given.startsWith('rk_'))
    throw new UsageError("That is the key itself. Pass its id, which 'recourse keys list' shows.");
  return withState(io, values, async ({ stores, configuration }) => {
    const keys = await stores.keys.list();
    const [key, another] = keys.filter(({ id }) => id.startsWith(given));
    const ok = key !== undefined && !another && (await stores.keys.revoke(key.id));
    const refusal = another ? 'matches several keys: use more characters of the id.' : whyNot(given, key, keys);
    if (values.json) io.out(JSON.stringify(ok ? { ok, id: key.id } : { ok, given }, null, 2));
    else if (ok) io.out(`Revoked: key ${key.id} of '${visible(key.principal)}'`);
    if (!ok) io.err(`recourse: '${given}' ${refusal}`);
    const left = keys.filter(({ id, revoked_at }) => id !== key?.id && revoked_at === undefined);
    if (ok && left.length === 0 && configuration.http.anonymous === undefined) io.err(noKeyLeft);
    return ok ? exitCodes.clean : exitCodes.findings;
  });
};

const noKeyLeft = `No valid keys are left: local HTTP callers will no longer need one once the
servers have been restarted. To require one anyway, set "http": { "anonymous": "none" } in
recourse.config.json.`;

const whyNot = (given: string, key: KeyRecord | undefined, keys: readonly KeyRecord[]): string => {
  if (key) return `was already revoked at ${moment(key.revoked_at ?? 0)}.`;
  const near = didYouMean(
    given,
    keys.map(({ id }) => id),
  );
  return `is not the id of a key.${near || " 'recourse keys list' lists the keys."}`;
};
