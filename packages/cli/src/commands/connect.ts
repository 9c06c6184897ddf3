import { clients } from '../connect/clients/index.ts';
import type { Command } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';
import { alignColumns } from '../terminal/align-columns.ts';

export const connectCommand: Command = {
  name: 'connect',
  summary: 'enter a server in the settings of an MCP client',
  help: `Usage: recourse connect <client> <server> [options]

Enters a server in the settings of a client, so that the client starts it or
finds it. The old file is kept beside the new one.

Clients:
${alignColumns(clients.map(({ name, title, scopes }) => [`  ${name}`, title, `scopes: ${scopes.join(', ')}`])).join('\n')}

A server is one that 'recourse serve' knows, or the path of a module.

  --http <address>   a server that runs already, at this address or port,
                     instead of one that the client starts
  --key <NAME>       with --http: the environment variable with the caller's
                     key, which is sent as a bearer key
  --adapter <file>   for aql: the file that describes the API
  --env <NAME>       an environment variable that the server gets; repeatable
  --scope <scope>    project: this folder; user: every folder
  --name <name>      another name than recourse-<server>
  --force            replace another entry of that name
  --remove           take the entry out again
  --dry-run          show the entry and where it goes, and change nothing

Secrets are not written: the entry refers to them in the way of the client. The
entry starts the very program that writes it. A server that its client starts
somewhere else finds the configuration and the state of this folder.

Ends with 1 where another entry has the name.

Examples:
  recourse connect cursor fixture
  recourse connect claude-code github --env GITHUB_TOKEN --scope user
  recourse connect cursor aql --adapter ./shop-adapter.md --env SHOP_TOKEN
  recourse connect vscode fixture --http 8788 --key RECOURSE_API_KEY
  recourse connect claude-desktop ./my-server.mjs --dry-run`,
  run: async (commandArguments, io) => {
    const { values, positionals } = parseArguments(commandArguments, {
      http: { type: 'string' },
      key: { type: 'string' },
      adapter: { type: 'string' },
      env: { type: 'string', multiple: true, default: [] },
      scope: { type: 'string' },
      name: { type: 'string' },
      force: { type: 'boolean', default: false },
      remove: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    });
    const [{ connect }, { programAt, thisPlace }, { surroundingsOf }] = await Promise.all([
      import('../connect/connect.ts'),
      import('../connect/program.ts'),
      import('../connect/surroundings.ts'),
    ]);
    return connect(
      { ...values, dryRun: values['dry-run'], positionals },
      {
        io,
        surroundings: surroundingsOf(io),
        program: programAt(thisPlace()),
        now: new Date(io.now?.() ?? Date.now()),
      },
    );
  },
};
