import path from 'node:path';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import type { Client, ClientEntry, Scope } from './clients/client.ts';
import { readIfThere, replaceFile } from './file/replace-file.ts';
import { planChange } from './plan-change.ts';
import type { Change } from './plan-change.ts';
import type { Program } from './program.ts';
import {
  readAdapterFile,
  readClient,
  readName,
  readScope,
  readServer,
  readUrl,
  readVariables,
} from './read-request.ts';
import { stateArguments } from './state-arguments.ts';
import type { Surroundings } from './surroundings.ts';

/** The command line. */
export interface ConnectCall {
  readonly positionals: readonly string[];
  readonly http?: string | undefined;
  readonly key?: string | undefined;
  readonly adapter?: string | undefined;
  readonly env: readonly string[];
  readonly scope?: string | undefined;
  readonly name?: string | undefined;
  readonly force: boolean;
  readonly remove: boolean;
  readonly dryRun: boolean;
}

export interface ConnectContext {
  readonly io: Pick<Io, 'out' | 'err'>;
  readonly surroundings: Surroundings;
  readonly program: Program;
  readonly now: Date;
}

/** Adds a server to the file of a client, or removes it, and says what to do next. */
export const connect = async (call: ConnectCall, context: ConnectContext): Promise<ExitCode> => {
  const { io, surroundings, now } = context;
  const [clientName, serverName, ...more] = call.positionals;
  const client = readClient(clientName);
  if (serverName === undefined) throw new UsageError('Specify a server or the path of a module.');
  if (more.length > 0) throw new UsageError('Specify one client and one server.');
  const scope = readScope(call.scope, client);
  const adapter = readAdapterFile(call.adapter, serverName, surroundings.cwd, call.remove || call.http !== undefined);
  const name = readName(call.name, adapter ?? serverName);
  const entry = call.remove ? undefined : await entryOf(call, { ...context, client, scope, serverName, adapter });
  const file = client.file(scope, surroundings);
  const before = await readIfThere(file);
  const [mark, text] = before?.startsWith('\uFEFF') ? ['\uFEFF', before.slice(1)] : ['', before ?? ''];
  const given = { text: text.trim() === '' ? '{}\n' : text, file, client };
  const change = planChange(given, { name, entry, force: call.force });
  if (call.dryRun) return preview({ client, file, name, entry, change }, io);
  if (!('after' in change)) return explain(change, { client, file, name }, io);
  const backup = await replaceFile({ file, before, after: `${mark}${change.after}`, now });
  const done = { add: 'added to', replace: 'replaced in', remove: 'removed from' }[change.kind];
  io.out(
    [
      `'${name}' ${done} ${file}`,
      ...(backup === undefined ? [] : [`Backup of the old file: ${backup}`]),
      ...(entry ? entry.notes : []),
      client.next(scope),
    ].join('\n'),
  );
  return exitCodes.clean;
};

interface Wanted extends ConnectContext {
  readonly client: Client;
  readonly scope: Scope;
  readonly serverName: string;
  /** The absolute path of the file that 'aql' serves. */
  readonly adapter: string | undefined;
}

const entryOf = async (call: ConnectCall, wanted: Wanted): Promise<ClientEntry> => {
  const { client, serverName, adapter, surroundings, program, scope } = wanted;
  if (call.http === undefined) {
    if (call.key !== undefined)
      throw new UsageError('--key works only with --http; use --env to pass a variable to the server.');
    const server = readServer(serverName, surroundings.cwd);
    const state = client.startsInProject(scope) ? [] : await stateArguments(surroundings.cwd);
    const adapted = adapter === undefined ? [] : ['--adapter', adapter];
    const args = [...program.args, 'serve', server, ...adapted, '--stdio', ...state];
    const entry = client.stdio({ command: program.command, args, variables: readVariables(call.env, '--env') });
    const isShared = scope === 'project' && path.isAbsolute(args[0] ?? '');
    return isShared ? { ...entry, notes: [...entry.notes, localPaths] } : entry;
  }
  if (call.env.length > 0) throw new UsageError('--env does not apply to a running server; use --key for its key.');
  if (!client.http) {
    throw new OperatorError('CLIENT_UNSUPPORTED', `${client.title} does not support entries for running servers.`, {
      hint: client.instead,
    });
  }
  const url = readUrl(call.http, serverName);
  const [keyVariable] = readVariables(call.key === undefined ? [] : [call.key], '--key');
  const entry = client.http({ url, ...(keyVariable !== undefined && { keyVariable }) });
  return keyVariable === undefined || isPrivate(url)
    ? entry
    : { ...entry, notes: [...entry.notes, 'The key is sent over plain HTTP: others on the network can read it.'] };
};

const localPaths =
  "The entry contains paths on this machine: others who share the file must run 'recourse connect' themselves.";

const isPrivate = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(hostname);
};

interface Told {
  readonly client: Client;
  readonly file: string;
  readonly name: string;
}

const explain = (change: Change, { client, file, name }: Told, io: ConnectContext['io']): ExitCode => {
  switch (change.kind) {
    case 'other':
      io.err(
        `${client.title} already has a different entry '${name}' in ${file}. Different fields: ${change.fields.join(', ')}. ` +
          'Nothing was changed. Replace it with --force, or choose another --name.',
      );
      return exitCodes.findings;
    case 'absent':
      io.out(`There is no '${name}' in ${file}: nothing to remove.`);
      return exitCodes.clean;
    default:
      io.out(`'${name}' is already in ${file}: nothing to change.`);
      return exitCodes.clean;
  }
};

/** Shows only our own entry: the rest of the file may contain secrets of other servers. */
const preview = (
  { client, file, name, entry, change }: Told & { readonly entry: ClientEntry | undefined; readonly change: Change },
  io: ConnectContext['io'],
): ExitCode => {
  const would = { add: 'would be added to', replace: 'would be replaced in', remove: 'would be removed from' };
  if (!('after' in change)) return explain(change, { client, file, name }, io);
  io.err(`'${name}' ${would[change.kind]} ${file}`);
  if (!entry) return exitCodes.clean;
  const shown = { [client.section]: { [name]: entry.value }, ...(entry.input && { inputs: [entry.input] }) };
  io.out(JSON.stringify(shown, undefined, 2));
  return exitCodes.clean;
};
