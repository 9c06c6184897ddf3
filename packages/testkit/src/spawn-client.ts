import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { connectClient } from './connect-client.ts';
import type { Linked, LinkOptions } from './connect-client.ts';

export interface SpawnOptions extends LinkOptions {
  /** The program; defaults to this Node. */
  readonly command?: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The official client, connected to a server that runs as a process of its own. */
export interface Spawned extends Linked {
  /** Everything the server has written to stderr so far. */
  readonly stderr: () => string;
  /** The id of the server's process; undefined once it is gone. */
  readonly pid: () => number | undefined;
}

/** Starts a server as its users do, over stdio, and connects the official client to it. */
export const spawnClient = async ({ command, args, cwd, env, ...options }: SpawnOptions): Promise<Spawned> => {
  const transport = new StdioClientTransport({
    command: command ?? process.execPath,
    args: [...args],
    stderr: 'pipe',
    ...(cwd !== undefined && { cwd }),
    ...(env && { env: { ...env } }),
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return { ...(await connectClient(transport, options)), stderr: () => stderr, pid: () => transport.pid ?? undefined };
};
