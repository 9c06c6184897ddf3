import type { Trust } from '@recourse/engine';
import type { CreateKeyRequest, KeyRecord } from '@recourse/stores';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { shownPlace, withState } from '../state/open-state.ts';
import { parseOptions, stateOptions } from '../state/state-options.ts';
import { didYouMean, orList } from '../terminal/did-you-mean.ts';

/** Runs `recourse keys create`. */
export const run: Run = async (commandArguments, io) => {
  const { json, principal, trust, tools, role, ...choice } = parseOptions(commandArguments, {
    ...stateOptions,
    principal: { type: 'string' },
    trust: { type: 'string', default: 'validated' },
    tools: { type: 'string' },
    role: { type: 'string', default: 'caller' },
  });
  if (principal === undefined) throw new UsageError('Specify the caller that will use the key: --principal NAME.');
  const request = {
    principal,
    trust: await trustNamed(trust),
    ...(tools !== undefined && { tools: namesIn(tools) }),
    ...roleNamed(role),
  };
  await check(request);
  return withState(
    io,
    choice,
    async ({ stores, location, configuration }) => {
      const keys = await stores.keys.list();
      const first = !keys.some((key) => key.revoked_at === undefined && key.role === undefined);
      const created = await stores.keys.create(request);
      io.out(json ? JSON.stringify(created, null, 2) : created.key);
      const { anonymous } = configuration.http;
      io.err(`${describe(created.record)}. Store: ${shownPlace(location, io)}.
The key is not shown again.
${request.role ? approvers : anonymous === undefined ? localCallers[first ? 'first' : 'more'] : localCallers[anonymous]}`);
      return exitCodes.clean;
    },
    { create: true },
  );
};

/** Tells the operator whether local callers need a key now, by `http.anonymous` or, if unset, by the existing keys. */
const localCallers = {
  first: `This is the first key: local HTTP callers will need a key too once the servers
that use this store have been restarted. To keep admitting them without one,
set "http": { "anonymous": "loopback" } in recourse.config.json.`,
  more: 'Local HTTP callers need a key too, because keys exist and http.anonymous is not set.',
  loopback: 'Local HTTP callers still need no key (http.anonymous: loopback).',
  none: 'Every HTTP caller needs a key (http.anonymous: none).',
} as const;

/** Tells the operator what the key of an approver is for. */
const approvers = "It cannot call tools. 'GET /approvals' lists the calls waiting for a decision.";

/** A wrong request must not leave a new store behind. */
const check = async (request: CreateKeyRequest): Promise<void> => {
  const { checkKeyRequest } = await import('@recourse/stores');
  checkKeyRequest(request);
};

const namesIn = (tools: string): readonly string[] => {
  const names = tools.split(',').map((name) => name.trim());
  if (names.includes('')) throw new UsageError('--tools must be a comma-separated list of names.');
  return names;
};

const trustNamed = async (name: string): Promise<Trust> => {
  const { trustLevels } = await import('@recourse/engine');
  const level = trustLevels.find((candidate) => candidate === name);
  if (level) return level;
  throw new UsageError(
    `There is no trust level '${name}'.${didYouMean(name, trustLevels) || ` Use ${orList(trustLevels)}.`}`,
  );
};

const roles = ['caller', 'approver'] as const;

const roleNamed = (name: string): Pick<CreateKeyRequest, 'role'> => {
  if (name === 'caller') return {};
  if (name === 'approver') return { role: name };
  throw new UsageError(`There is no role '${name}'.${didYouMean(name, roles) || ` Use ${orList(roles)}.`}`);
};

const describe = ({ id, principal, trust, tools, role }: KeyRecord): string =>
  role
    ? `Key ${id} for the approver '${principal}'`
    : `Key ${id} for '${principal}', trust level ${trust}, tools: ${tools ? tools.join(', ') : 'all'}`;
