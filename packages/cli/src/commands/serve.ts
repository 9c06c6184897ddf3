import { once } from 'node:events';
import { exitCodes, UsageError } from '../command.ts';
import type { Command, Io } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { parseAddress } from '../serving/address.ts';
import type { Served } from '../serving/serve.ts';
import { adapterServer, knownServers, projectServer } from '../serving/servers.ts';
import type { OwnOptions } from '../serving/servers.ts';
import { alignColumns } from '../terminal/align-columns.ts';

const errorForms = ['auto', 'jsonrpc', 'result'] as const;

export const serveCommand: Command = {
  name: 'serve',
  summary: 'serve MCP servers over stdio or HTTP',
  help: `Usage: recourse serve <server> --stdio
       recourse serve <server...> [--http [host:]port]

Serves one server over stdio, or one and more over HTTP. A server is one of
these, or the path of a module whose default export is a function
(options) => createServer({ ...options, name, tools }):
${alignColumns(knownServers.map(({ name, summary }) => [`  ${name}`, summary])).join('\n')}

  --adapter <file>    for aql: the file that describes an API; may be repeated
  --mode <mode>       for aql: semantic (five tools, default), single or all;
                      for coverage: agent (default), which leaves the policy
                      alone, or ci
  --prefix <prefix>   for aql: stands before the names of the tools, as in shop_
  --root <folder>     for coverage: the project; the working directory unless
                      given
  --stdio             speak MCP on stdin and stdout
  --http <address>    listen on a port or host:port; 127.0.0.1:8788 unless given
  --host-name <name>  another name of this machine; may be repeated
  --origin <host>     a host whose web pages may call; may be repeated
  --errors <form>     how plain JSON-RPC callers learn of failures in the
                      jsonrpc dialect: auto (default), jsonrpc or result
  --config <file>     another file than recourse.config.json
  --store <place>     a SQLite file or a postgres:// address

Over HTTP each server has /<server>/mcp (MCP of both eras) and
/<server>/tools/<tool> (REST); the first is also at /mcp. Further: /codes,
/healthz, /readyz. Each adapter is a server under its own name; when its file
changes, the new version is served without a call being lost. An address that
other machines can reach needs keys: 'recourse keys create'. SIGINT or SIGTERM
ends it: calls that run come to their end or are answered within five seconds.

Examples:
  recourse serve github --stdio
  recourse serve github fixture --http 8788
  recourse serve aql --adapter ./shop-adapter.md --stdio
  recourse serve coverage --root ./shop --stdio
  recourse serve ./my-server.mjs --http 127.0.0.1:9000`,
  run: async (commandArguments, io) => {
    const { values, positionals } = parseArguments(commandArguments, {
      adapter: { type: 'string', multiple: true, default: [] },
      mode: { type: 'string' },
      prefix: { type: 'string' },
      root: { type: 'string' },
      stdio: { type: 'boolean', default: false },
      http: { type: 'string' },
      'host-name': { type: 'string', multiple: true, default: [] },
      origin: { type: 'string', multiple: true, default: [] },
      errors: { type: 'string', default: 'auto' },
      config: { type: 'string' },
      store: { type: 'string' },
    });
    const errors = errorForms.find((form) => form === values.errors);
    if (!errors) throw new UsageError(`--errors is one of ${errorForms.join(', ')}, not '${values.errors}'.`);
    if (positionals.length === 0) {
      throw new UsageError(`Name a server: ${knownServers.map(({ name }) => name).join(', ')}, or a module.`);
    }
    if (values.stdio && values.http !== undefined) throw new UsageError('Choose one of --stdio and --http.');
    const { adapter: files, mode, prefix } = values;
    const adapted = positionals.includes(adapterServer);
    const own = ownOptions(values, positionals);
    const count = positionals.length + (adapted ? files.length - 1 : 0);
    if (values.stdio && count > 1) throw new UsageError('Over stdio there is one server.');
    const [{ serve }, { findEntry }, { findAdapters }] = await Promise.all([
      import('../serving/serve.ts'),
      import('../serving/find-entry.ts'),
      import('../serving/find-adapters.ts'),
    ]);
    const adapters = adapted && files.length > 0 ? await findAdapters(files, { mode, prefix }, io) : [];
    if (!adapters) return exitCodes.findings;
    const found = await Promise.all(
      positionals.map(async (named) =>
        named === adapterServer && adapters.length > 0 ? adapters : [await findEntry(named, io.cwd, own)],
      ),
    );
    const served = await serve({
      entries: found.flat(),
      locate: {
        cwd: io.cwd,
        environment: process.env,
        ...(values.config !== undefined && { configurationFile: values.config }),
        ...(values.store !== undefined && { store: values.store }),
      },
      ...(!values.stdio && { http: parseAddress(values.http ?? '8788') }),
      hosts: values['host-name'],
      origins: values.origin,
      errors,
      notify: (line) => io.err(line),
    });
    if (served.http) await welcome(served, io);
    await ended(served);
    return exitCodes.clean;
  },
};

interface OwnValues {
  readonly adapter: readonly string[];
  readonly mode?: string | undefined;
  readonly prefix?: string | undefined;
  readonly root?: string | undefined;
}

/** The options that belong to one server are refused without it, and where two could be meant. */
const ownOptions = ({ adapter, mode, prefix, root }: OwnValues, named: readonly string[]): OwnOptions => {
  const adapted = named.includes(adapterServer);
  const ofProject = named.includes(projectServer);
  if (!adapted && (adapter.length > 0 || prefix !== undefined || (mode !== undefined && !ofProject))) {
    throw new UsageError(
      `--adapter, --mode and --prefix belong to '${adapterServer}': recourse serve ${adapterServer}.`,
    );
  }
  if (!ofProject && root !== undefined) {
    throw new UsageError(`--root belongs to '${projectServer}': recourse serve ${projectServer}.`);
  }
  if (adapted && ofProject && mode !== undefined) {
    throw new UsageError(`Both '${adapterServer}' and '${projectServer}' have a --mode: serve them apart.`);
  }
  return { ...(root !== undefined && { root }), ...(mode !== undefined && ofProject && { mode }) };
};

/** Until the client goes away or somebody says stop. */
const ended = async (served: Served): Promise<void> => {
  const stop = new AbortController();
  const { signal } = stop;
  const told = Promise.race([once(process, 'SIGINT', { signal }), once(process, 'SIGTERM', { signal })]).catch(
    () => undefined,
  );
  await Promise.race([told.then(() => served.close()), served.closed]);
  stop.abort();
  await served.closed;
};

/** What is here, and a line to try it with. */
const welcome = async ({ servers, http, operator }: Served, io: Io): Promise<void> => {
  if (!http) return;
  const base = http.url.replace(/\/mcp$/u, '');
  const [first] = servers;
  const rows = servers.map(({ name }) => [`  ${name}`, `${base}/${name}/mcp`, `${base}/${name}/tools`]);
  const tools = (await first?.listTools()) ?? [];
  io.err(`Serving on ${base}, state in ${operator.location.place}

${alignColumns([['  server', 'MCP', 'REST'], ...rows]).join('\n')}

The first is also at ${http.url}. Try:
  curl -s ${base}/${first?.name ?? ''}/tools/${tools[0]?.name ?? ''} -H 'content-type: application/json' -d '{}'
  npx @modelcontextprotocol/inspector --cli ${http.url} --method tools/list
Ctrl-C ends it.`);
};
