import path from 'node:path';
import { shortName } from './choices.ts';
import type { Choices } from './choices.ts';
import { mainOf } from './manifest.ts';

/**
 * The entry for an MCP client. A client that reads it from the folder of the project needs no absolute path; any other
 * gets the folder.
 */
export const clientConfiguration = ({ name, language, transport }: Choices, folder?: string): string => {
  const main = mainOf(language);
  const entry =
    transport === 'http'
      ? { type: 'http', url: 'http://127.0.0.1:8788/mcp' }
      : { command: 'node', args: [folder === undefined ? main : path.join(folder, main)] };
  return JSON.stringify({ mcpServers: { [shortName(name)]: entry } }, null, 2);
};
