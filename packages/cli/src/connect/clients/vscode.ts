import path from 'node:path';
import { applicationData } from '../surroundings.ts';
import type { Client } from './client.ts';
import { stdioEntry } from './references.ts';

const title = 'VS Code';

/**
 * A key goes into a header as the answer to a question, not as a variable: for headers that is what VS Code
 * documents, and it keeps the answer in its own secret storage.
 */
export const vscode: Client = {
  name: 'vscode',
  title,
  scopes: ['project', 'user'],
  file: (scope, surroundings) =>
    scope === 'project'
      ? path.join(surroundings.cwd, '.vscode', 'mcp.json')
      : path.join(applicationData(surroundings), 'Code', 'User', 'mcp.json'),
  section: 'servers',
  comments: true,
  startsInProject: (scope) => scope === 'project',
  stdio: stdioEntry(title, (name) => `\${env:${name}}`),
  http: ({ url, keyVariable }) => {
    if (keyVariable === undefined) return { value: { type: 'http', url }, notes: [] };
    const id = keyVariable.toLowerCase().replaceAll('_', '-');
    return {
      value: { type: 'http', url, headers: { Authorization: `Bearer \${input:${id}}` } },
      input: { type: 'promptString', id, description: `Key for ${url} (${keyVariable})`, password: true },
      notes: ['VS Code asks for the key when it starts the server for the first time, and stores it securely.'],
    };
  },
  next: () => "Run 'MCP: List Servers' from the command palette, choose the server and start it.",
};
