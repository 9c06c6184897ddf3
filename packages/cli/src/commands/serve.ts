import path from 'node:path';
import type { Server } from '@recourse/engine';
import type { Configuration } from '@recourse/engine/configuration';
import type {
  Anonymous,
  closeOnSignals as CloseOnSignalsFunction,
  HttpServing,
  ServerEntry,
  TlsFiles,
} from '@recourse/server';
import { exitCodes } from '../command.ts';
import type { Io, Run } from '../command.ts';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';
import { isLoopback, parseAddress } from '../serving/address.ts';
import type { Served } from '../serving/serve.ts';
import { adapterServer, knownServers, projectServer } from '../serving/servers.ts';
import type { OwnOptions, ServerExample } from '../serving/servers.ts';
import { alignColumns } from '../terminal/align-columns.ts';
import { orList } from '../terminal/did-you-mean.ts';

const errorForms = ['auto', 'jsonrpc', 'result'] as const;

/** Runs `recourse serve`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, {
    adapter: { type: 'string', multiple: true, default: [] },
    mode: { type: 'string' },
    prefix: { type: 'string' },
    root: { type: 'string' },
    'allow-unattested': { type: 'boolean' },
    stdio: { type: 'boolean', default: false },
    http: { type: 'string' },
    'host-name': { type: 'string', multiple: true, default: [] },
    origin: { type: 'string', multiple: true, default: [] },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    errors: { type: 'string', default: 'auto' },
    config: { type: 'string' },
    store: { type: 'string' },
  });
  const errors = errorForms.find((form) => form === values.errors);
  if (!errors) throw new UsageError(`--errors must be ${orList(errorForms)}, not '${values.errors}'.`);
  if (positionals.length === 0) {
    throw new UsageError(
      `Specify a server: ${knownServers.map(({ name }) => name).join(', ')}, a module or a package.`,
    );
  }
  if (values.stdio && values.http !== undefined) throw new UsageError('Use either --stdio or --http, not both.');
  const tls = tlsOf(values, io.cwd);
  const { mode, prefix } = values;
  const adapted = positionals.includes(adapterServer);
  const files = adapterFiles(values.adapter, adapted);
  const own = ownOptions(values, positionals);
  const count = positionals.length + (adapted ? Math.max(files.length, 1) - 1 : 0);
  if (values.stdio && count > 1) throw new UsageError('--stdio serves only one server or adapter.');
  const [{ closeOnSignals }, { serve }, { findEntry }, { findAdapters }] = await Promise.all([
    import('@recourse/server'),
    import('../serving/serve.ts'),
    import('../serving/find-entry.ts'),
    import('../serving/find-adapters.ts'),
  ]);
  const adapters = adapted && files.length > 0 ? await findAdapters(files, { mode, prefix }, io) : [];
  if (!adapters) throw new OperatorError('ADAPTER_INVALID', 'At least one adapter file cannot be served.');
  const found = await Promise.all(
    positionals.map(async (named) =>
      named === adapterServer && adapters.length > 0 ? adapters : [await findEntry(named, io.cwd, own)],
    ),
  );
  const address = values.stdio ? undefined : parseAddress(values.http ?? '8788');
  const served = await serve({
    entries: found.flat(),
    locate: {
      cwd: io.cwd,
      environment: process.env,
      ...(values.config !== undefined && { configurationFile: values.config }),
      ...(values.store !== undefined && { store: values.store }),
    },
    ...(address && { http: address }),
    ...(tls && { tls }),
    hosts: values['host-name'],
    origins: values.origin,
    errors,
    notify: (line) => io.err(line),
  });
  // Handles signals from the moment that the output says that it serves.
  const ending = ended(served, io, closeOnSignals);
  if (served.http) {
    const names = { host: address?.host ?? '', hostNames: values['host-name'] };
    const examples = positionals.flatMap((named, at) => examplesOf(named, found[at], adapters.length > 0));
    await welcome(served, io, { names, examples });
  }
  await ending;
  return exitCodes.clean;
};

/** The adapter files of the command line, or else the one that the environment names for programs without arguments. */
const adapterFiles = (given: readonly string[], adapted: boolean): readonly string[] => {
  const { MCP_AQL_ADAPTER: named } = process.env;
  return given.length > 0 || !adapted || !named ? given : [named];
};

interface TlsValues {
  readonly stdio: boolean;
  readonly 'tls-cert'?: string | undefined;
  readonly 'tls-key'?: string | undefined;
}

/** The files of the certificate and its key. One is of no use without the other, and neither is over stdio. */
const tlsOf = ({ stdio, 'tls-cert': cert, 'tls-key': key }: TlsValues, cwd: string): TlsFiles | undefined => {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new UsageError('--tls-cert and --tls-key must be used together.');
  if (stdio) throw new UsageError('--tls-cert and --tls-key apply only to --http.');
  return { cert: path.resolve(cwd, cert), key: path.resolve(cwd, key) };
};

interface OwnValues {
  readonly adapter: readonly string[];
  readonly mode?: string | undefined;
  readonly prefix?: string | undefined;
  readonly root?: string | undefined;
  readonly 'allow-unattested'?: boolean | undefined;
}

/** Rejects options of a server that is not served, or that two servers share. */
const ownOptions = (values: OwnValues, named: readonly string[]): OwnOptions => {
  const { adapter, mode, prefix, root, 'allow-unattested': allowUnattested } = values;
  const adapted = named.includes(adapterServer);
  const ofProject = named.includes(projectServer);
  if (!adapted && (adapter.length > 0 || prefix !== undefined || (mode !== undefined && !ofProject))) {
    throw new UsageError(
      `--adapter and --prefix apply only to '${adapterServer}'; --mode only to '${adapterServer}' and '${projectServer}'.`,
    );
  }
  const ofProjectAlone = root !== undefined ? '--root' : allowUnattested === true ? '--allow-unattested' : undefined;
  if (!ofProject && ofProjectAlone !== undefined) {
    throw new UsageError(`${ofProjectAlone} applies only to '${projectServer}': recourse serve ${projectServer}.`);
  }
  if (adapted && ofProject && mode !== undefined) {
    throw new UsageError(
      `Both '${adapterServer}' and '${projectServer}' have their own --mode: serve them separately.`,
    );
  }
  return {
    ...(root !== undefined && { root }),
    ...(allowUnattested === true && { allowUnattested }),
    ...(mode !== undefined && { mode }),
    ...(prefix !== undefined && { prefix }),
  };
};

type CloseOnSignals = typeof CloseOnSignalsFunction;

/** Waits until the client disconnects or a signal stops the server. */
const ended = (served: Served, io: Io, closeOnSignals: CloseOnSignals): Promise<void> => {
  const { boundMs } = served;
  const onSignal = (signal: string, first: boolean): void =>
    io.err(
      first
        ? `${signal}: stopping within ${Math.ceil(boundMs / 1000)} s. Send the signal again to stop at once.`
        : `${signal}: stopping at once.`,
    );
  return closeOnSignals(served, { boundMs, onSignal });
};

/** A call to try, and the server that answers it. */
interface Example extends Pick<ServerExample, 'tool' | 'arguments'> {
  readonly server: string;
  readonly shows?: string;
}

/** The example of a server that comes with Recourse, if the server works on its embedded data. */
const examplesOf = (
  named: string,
  entries: readonly ServerEntry[] | undefined,
  hasAdapters: boolean,
): readonly Example[] => {
  const example = knownServers.find(({ name }) => name === named)?.example;
  const [entry] = entries ?? [];
  if (!example || !entry || (named === adapterServer && hasAdapters)) return [];
  return example.without !== undefined && process.env[example.without] ? [] : [{ ...example, server: entry.name }];
};

/** Calls the first tool without arguments: the answer names what is missing. */
const firstTool = async ([server]: readonly Server[]): Promise<readonly Example[]> => {
  const [tool] = (await server?.listTools()) ?? [];
  return server && tool ? [{ server: server.name, tool: tool.name, arguments: {} }] : [];
};

interface Welcome {
  readonly names: Names;
  readonly examples: readonly Example[];
}

/** Prints the endpoints, and commands to try. */
const welcome = async ({ servers, http, operator }: Served, io: Io, { names, examples }: Welcome): Promise<void> => {
  if (!http) return;
  const base = http.url.replace(/\/mcp$/u, '');
  const rows = servers.map(({ name }) => [`  ${name}`, `${base}/${name}/mcp`, `${base}/${name}/tools`]);
  const key = http.anonymous === 'none' ? " -H 'authorization: Bearer <key>'" : '';
  const calls = (examples.length > 0 ? examples : await firstTool(servers)).map(
    ({ server, tool, arguments: given, shows }) =>
      `${shows === undefined ? '' : `  # ${server}: ${shows}\n`}  curl -s ${base}/${server}/tools/${tool} -H 'content-type: application/json'${key} -d '${JSON.stringify(given)}'`,
  );
  io.err(`Serving on ${base}, state in ${operator.location.place}

${alignColumns([['  server', 'MCP', 'REST'], ...rows]).join('\n')}
${acceptedNames(names, http)}
The first server is also at ${http.url}. Try:
${calls.join('\n')}
  npx @modelcontextprotocol/inspector --cli ${http.url} --method tools/list
${whoNeedsKeys(http.anonymous, operator.configuration)}
${whoHasSessions(http.sessions)}Press Ctrl-C to stop.`);
};

/** Says that there are no sessions, where a client could miss them. */
const whoHasSessions = (sessions: boolean): string =>
  sessions
    ? ''
    : 'Clients of MCP revisions before 2026-07-28 get no session: any process that uses this store can serve any request.\n';

interface Names {
  /** The address to listen on. */
  readonly host: string;
  readonly hostNames: readonly string[];
}

/** Says under which names other machines reach the server. Requests with any other Host get 403. */
const acceptedNames = ({ host, hostNames }: Names, http: HttpServing): string => {
  const { port } = http;
  const { protocol: scheme } = new URL(http.url);
  if (isLoopback(host) && hostNames.length === 0) return '';
  const every = /^[0.:]+$/u.test(host);
  const names = [...(every || isLoopback(host) ? [] : [host.includes(':') ? `[${host}]` : host]), ...hostNames];
  const known = names.map((name) => `${scheme}//${name}:${port}`).join(', ');
  return names.length > 0
    ? `\nOther machines can use ${known}. Add other names with --host-name; requests for any other name get 403.\n`
    : '\nListening on every address. Other machines must use a name or IP address of this one:\nadd each with --host-name <name>. Requests for any other name get 403.\n';
};

/** Says which callers need a key. A proxy that adds no header looks like a caller at this machine. */
const whoNeedsKeys = (decided: Anonymous, { http, oauth }: Pick<Configuration, 'http' | 'oauth'>): string => {
  if (decided === 'none') return `Every caller needs a key${oauth ? ' or an access token' : ''}.`;
  const remedy =
    http.anonymous === undefined
      ? "until a key exists ('recourse keys create') and the server has been\nrestarted."
      : 'and needs no key either. To require a key from every caller, set\n"http": { "anonymous": "none" }.';
  return `Local callers need no key.
Warning: a local proxy that adds no header such as X-Forwarded-For counts as a
local caller ${remedy}`;
};
