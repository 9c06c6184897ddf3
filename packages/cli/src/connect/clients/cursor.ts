import path from 'node:path';
import type { Client } from './client.ts';
import { fromEnvironment, referTo } from './references.ts';

const reference = (name: string): string => `\${env:${name}}`;
const title = 'Cursor';

export const cursor: Client = {
  name: 'cursor',
  title,
  scopes: ['project', 'user'],
  file: (scope, { cwd, home }) => path.join(scope === 'project' ? cwd : home, '.cursor', 'mcp.json'),
  section: 'mcpServers',
  comments: true,
  // It does not say where it starts them.
  startsInProject: () => false,
  stdio: ({ command, args, variables }) => ({
    value: {
      type: 'stdio',
      command,
      args: [...args],
      ...(variables.length > 0 && { env: referTo(variables, reference) }),
    },
    notes: fromEnvironment(title, variables),
  }),
  http: ({ url, keyVariable }) => ({
    value: {
      url,
      ...(keyVariable !== undefined && { headers: { Authorization: `Bearer ${reference(keyVariable)}` } }),
    },
    notes: fromEnvironment(title, keyVariable === undefined ? [] : [keyVariable]),
  }),
  next: () => 'Restart Cursor, and see that the server is switched on among its MCP servers.',
};
