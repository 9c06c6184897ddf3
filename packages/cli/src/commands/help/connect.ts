import { clients } from '../../connect/clients/index.ts';
import { alignColumns } from '../../terminal/align-columns.ts';
import { exitHelp } from '../../exit-help.ts';

/** The help of `recourse connect`. */
export const help = `Usage: recourse connect <client> <server> [options]

Adds a server to the settings of an MCP client, so that the client starts it or
connects to it. Keeps a backup of the old file next to it.

Clients:
${alignColumns(clients.map(({ name, title, scopes }) => [`  ${name}`, title, `scopes: ${scopes.join(', ')}`])).join('\n')}

<server> is a server that 'recourse serve' knows, or the path of a module.

  --http <address>   connect to a running server at this URL or port, instead
                     of starting one
  --key <NAME>       with --http: the environment variable with the caller's
                     key, sent as a bearer token
  --adapter <file>   for aql: the file that describes the API
  --env <NAME>       pass this environment variable to the server; repeatable
  --scope <scope>    project: this folder; user: every folder
  --name <name>      name of the entry (default: recourse-<server>)
  --force            replace a different entry with that name
  --remove           remove the entry
  --dry-run          show the entry and the file, and change nothing

Secrets are never written; the entry refers to them in the client's own syntax.
The entry starts this installation of recourse. If the client starts the server
in another folder, it still uses the configuration and state of this folder.

${exitHelp('connect')}

Examples:
  recourse connect cursor fixture
  recourse connect claude-code github --env GITHUB_TOKEN --scope user
  recourse connect cursor aql --adapter ./shop-adapter.md --env SHOP_TOKEN
  recourse connect vscode fixture --http 8788 --key RECOURSE_API_KEY
  recourse connect claude-desktop ./my-server.mjs --dry-run`;
