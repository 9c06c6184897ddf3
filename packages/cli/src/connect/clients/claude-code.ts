import path from 'node:path';
import { variable } from '../surroundings.ts';
import type { Client } from './client.ts';
import { keyHeader, stdioEntry } from './references.ts';

const reference = (name: string): string => `\${${name}}`;
const title = 'Claude Code';

export const claudeCode: Client = {
  name: 'claude-code',
  title,
  scopes: ['project', 'user'],
  file: (scope, surroundings) =>
    scope === 'project'
      ? path.join(surroundings.cwd, '.mcp.json')
      : path.join(variable(surroundings, 'CLAUDE_CONFIG_DIR') ?? surroundings.home, '.claude.json'),
  section: 'mcpServers',
  comments: false,
  startsInProject: (scope) => scope === 'project',
  stdio: stdioEntry(title, reference),
  http: ({ url, keyVariable }) => {
    const { headers, notes } = keyHeader(title, reference, keyVariable);
    return { value: { type: 'http', url, ...headers }, notes };
  },
  next: (scope) =>
    scope === 'project'
      ? 'Start claude in this folder, and approve the server when claude asks; /mcp then lists it.'
      : 'Restart claude; /mcp then lists the server. A running instance may overwrite the file, so check the file afterwards.',
};
