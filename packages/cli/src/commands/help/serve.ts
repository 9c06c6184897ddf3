import { knownServers } from '../../serving/servers.ts';
import { alignColumns } from '../../terminal/align-columns.ts';
import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse serve`. */
export const help = `Usage: recourse serve <server> --stdio
       recourse serve <server...> [--http [host:]port]

Serves one server over stdio, or one or more over HTTP. <server> is the path of
a module, the name of an installed package, or one of these:
${alignColumns(knownServers.map(({ name, summary }) => [`  ${name}`, summary])).join('\n')}

  --adapter <file>    for aql: the file that describes an API; repeatable
                      (default: MCP_AQL_ADAPTER, else a sample adapter for a
                      local forge)
  --mode <mode>       for aql: semantic (five tools, default), single or all;
                      for coverage: agent (default), which cannot change the
                      policy, or ci
  --prefix <prefix>   for aql: prefix of the tool names, such as shop_
  --root <folder>     for coverage: the project (default: the working directory)
  --allow-unattested  for coverage: in agent mode, accept profiles not
                      produced by a test run on this server, and mark them
                      (default: refuse them)
  --stdio             speak MCP on stdin and stdout
  --http <address>    listen on a port or host:port (default: 127.0.0.1:8788)
  --tls-cert <file>   serve HTTPS with this certificate and its chain, in PEM
  --tls-key <file>    the key of the certificate, in PEM; both files are
                      reloaded when they change
  --host-name <name>  accept this name or address in the Host header;
                      repeatable. Needed for each name that callers use behind
                      a proxy, in a container, or with --http 0.0.0.0:<port>
  --origin <host>     accept requests from web pages of this host; repeatable
  --errors <form>     how the jsonrpc dialect sends failures: result (as tool
                      results), jsonrpc (as JSON-RPC errors), or auto (default:
                      as JSON-RPC errors to callers that do not use MCP)
  --config <file>     use this file instead of recourse.config.json
  --store <place>     a SQLite file or a postgres:// URL

The default export of a module or package is a function
(options) => createServer({ ...options, name, tools }).

Over HTTP, each server has /<server>/mcp (MCP, all supported revisions) and
/<server>/tools/<tool> (REST); the first server is also at /mcp. There are also
/codes, /healthz and /readyz. Each adapter is a server under its own name; a
changed adapter file is reloaded without losing calls. If other machines can
reach the address, callers need keys: 'recourse keys create'. After SIGINT or
SIGTERM, the command keeps serving for a while with /readyz at 503, waits for
running calls, cancels those that take too long, and exits; a second signal
skips the waits. "shutdown" in the configuration sets the times.

${exitHelp('serve')}

Examples:
  recourse serve github --stdio
  recourse serve github fixture --http 8788
  recourse serve aql --adapter ./shop-adapter.md --stdio
  recourse serve coverage --root ./shop --stdio
  recourse serve ./my-server.mjs --http 127.0.0.1:9000
  recourse serve @acme/tickets-server --stdio`;
