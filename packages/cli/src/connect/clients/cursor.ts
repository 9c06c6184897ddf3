import path from 'node:path';
import type { Client } from './client.ts';
import { keyHeader, stdioEntry } from './references.ts';

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
  stdio: stdioEntry(title, reference),
  http: ({ url, keyVariable }) => {
    const { headers, notes } = keyHeader(title, reference, keyVariable);
    return { value: { url, ...headers }, notes };
  },
  next: () => 'Restart Cursor, and check that the server is enabled in its list of MCP servers.',
};
