import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const messages = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
];

/**
 * The tools that a server over stdio lists. Only what it writes is read, because a client's SDK drops unknown fields.
 *
 * @param {readonly string[]} args of node
 * @returns {Promise<readonly any[]>}
 */
export const listedBy = async (args) => {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, result } = line.startsWith('{') ? JSON.parse(line) : {};
      if (id === 2) return result.tools;
    }
    throw new Error(`${args[0]} ended without a list of its tools`);
  } finally {
    child.kill();
  }
};
