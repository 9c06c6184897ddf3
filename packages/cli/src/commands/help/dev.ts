import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse dev`. */
export const help = `Usage: recourse dev <module> [--http [host:]port] [--open]

Serves a module over stdio, or over HTTP on this machine, and reloads it when a
source file in its folder changes. As for 'recourse serve', the default
export of the module is (options) => createServer({ ...options, name, tools }).

  --http <address>   listen on a port or host:port instead of stdio
  --open             open the MCP Inspector (npx downloads it); without --http,
                     listen on a free port
  --config <file>    use this file instead of recourse.config.json
  --store <place>    a SQLite file or a postgres:// URL

Clients stay connected. A call that is running during a reload is completed by
the version that received it; the next call goes to the new version. Clients are
told if the tools have changed. If the new version cannot be loaded, its error
is printed and the last working version stays in use.

Each call is printed to stderr with its arguments, its outcome and its duration.
Secrets are masked. Calls are not recorded for 'recourse events'.

TypeScript needs Node 22.18 or newer, or tsx in your project.

${exitHelp('dev')}

Examples:
  recourse dev ./src/server.ts
  recourse dev ./src/server.js --open`;
