import type { Trust } from '@recourse/engine';
import type { CreateKeyRequest, KeyRecord } from '@recourse/stores';
import { exitCodes, UsageError } from '../command.ts';
import type { Command } from '../command.ts';
import { explainFailure } from '../state/explain-failure.ts';
import { shownPlace, withState } from '../state/open-state.ts';
import { parseOptions, stateHelp, stateOptions } from '../state/state-options.ts';
import { didYouMean, orList } from '../terminal/did-you-mean.ts';

export const keysCreateCommand: Command = {
  name: 'keys create',
  summary: 'make a key for a caller; it is shown once',
  help: `Usage: recourse keys create --principal NAME [--trust LEVEL] [--tools A,B]

Makes a bearer key. The key alone goes to stdout, so that it can be piped, and
the words about it to stderr. Only its digest is stored: it cannot be shown
again. Makes the store where there is none yet.

  --principal NAME  whom calls with the key are made for; several keys may
                    name the same principal
  --trust LEVEL     untested, generated, validated, community_reviewed or
                    certified (default: validated, as for callers at this
                    machine)
  --tools A,B       the only tools that the key may use (default: all)
${stateHelp}
  --json            {key, record: {id, principal, trust, tools, created_at}}

Callers over HTTP send it as 'Authorization: Bearer <key>'.

Example:
  recourse keys create --principal ci --tools find_ticket | pass insert -m ci`,
  run: async (commandArguments, io) => {
    const { json, principal, trust, tools, ...choice } = parseOptions(commandArguments, {
      ...stateOptions,
      principal: { type: 'string' },
      trust: { type: 'string', default: 'validated' },
      tools: { type: 'string' },
    });
    if (principal === undefined) throw new UsageError('Whom is the key for? Say --principal NAME.');
    const request = {
      principal,
      trust: await trustNamed(trust),
      ...(tools !== undefined && { tools: namesIn(tools) }),
    };
    await check(request);
    return withState(
      io,
      choice,
      async ({ stores, location }) => {
        const created = await stores.keys.create(request);
        io.out(json ? JSON.stringify(created, null, 2) : created.key);
        io.err(`${describe(created.record)}, in ${shownPlace(location, io)}.\nIt is shown this once.`);
        return exitCodes.clean;
      },
      { create: true },
    );
  },
};

/** A wrong request must not leave a new store behind. */
const check = async (request: CreateKeyRequest): Promise<void> => {
  const { checkKeyRequest } = await import('@recourse/stores');
  try {
    checkKeyRequest(request);
  } catch (error) {
    throw explainFailure(error);
  }
};

const namesIn = (tools: string): readonly string[] => {
  const names = tools.split(',').map((name) => name.trim());
  if (names.includes('')) throw new UsageError('--tools takes names with commas between them.');
  return names;
};

const trustNamed = async (name: string): Promise<Trust> => {
  const { trustLevels } = await import('@recourse/engine');
  const level = trustLevels.find((candidate) => candidate === name);
  if (level) return level;
  throw new UsageError(
    `There is no level of trust '${name}'.${didYouMean(name, trustLevels) || ` Use ${orList(trustLevels)}.`}`,
  );
};

const describe = ({ id, principal, trust, tools }: KeyRecord): string =>
  `Key ${id} for '${principal}': ${trust}, ${tools ? tools.join(', ') : 'all tools'}`;
