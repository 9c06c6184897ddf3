import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { applicationData, variable } from '../surroundings.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Client } from './client.ts';

/**
 * Starts servers itself and takes no addresses from its file: an entry with one keeps it from starting. It fills in
 * no references either.
 */
export const claudeDesktop: Client = {
  name: 'claude-desktop',
  title: 'Claude Desktop',
  scopes: ['user'],
  file: (_, surroundings) => path.join(folderOf(surroundings), 'claude_desktop_config.json'),
  section: 'mcpServers',
  comments: false,
  startsInProject: () => false,
  stdio: ({ command, args, variables }) => ({
    value: { command, args: [...args] },
    notes: variables.map(
      (name) =>
        `${name} was omitted: Claude Desktop does not expand environment variables. Install the server's .mcpb ` +
        'bundle, which asks for the value and stores it securely, or write the value into the "env" of the entry ' +
        'yourself, where everyone who can read the file can see it.',
    ),
  }),
  instead:
    'Omit --http, so that Claude Desktop starts the server itself. To use a server on the internet, add it ' +
    "in Claude Desktop's settings, under Connectors.",
  next: () => 'Quit Claude Desktop completely (closing its window is not enough), and start it again.',
};

const folderOf = (surroundings: Surroundings): string =>
  (surroundings.platform === 'win32' ? packagedFolder(surroundings) : undefined) ??
  path.join(applicationData(surroundings), 'Claude');

/** Windows shows a packaged program another folder than the documented one, and it reads only that. */
const packagedFolder = (surroundings: Surroundings): string | undefined => {
  const local = variable(surroundings, 'LOCALAPPDATA');
  if (local === undefined) return undefined;
  const packages = path.join(local, 'Packages');
  const names = existsSync(packages) ? readdirSync(packages).filter((name) => name.startsWith('Claude_')) : [];
  return names
    .map((name) => path.join(packages, name, 'LocalCache', 'Roaming', 'Claude'))
    .find((folder) => existsSync(folder));
};
