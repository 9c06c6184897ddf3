import { setTimeout as sleep } from 'node:timers/promises';
import type { Client as McpClient } from '@modelcontextprotocol/client';
import type { Recovered, RecoverCallOptions, RecoveryOptions, ToolCall } from '@recourse/client';
import type { Io } from '../command.ts';
import { version } from '../version.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { Target } from './target.ts';

/** A server that can be called. */
export interface Connection {
  listTools(signal: AbortSignal): Promise<unknown>;
  recover(call: ToolCall, options: RecoverCallOptions): Promise<Recovered>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  readonly recovery: RecoveryOptions;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  /** The variables that other programs do not get. */
  readonly secrets: readonly string[];
  readonly io: Pick<Io, 'cwd' | 'environment'>;
}

/** A server that could not be reached, with what its program said last. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly said: string;

  constructor(cause: unknown, said: string) {
    super('The server cannot be reached', { cause });
    this.said = said;
  }
}

/** Reaches a server. Its client recovers, whatever the server speaks. */
export const connect = async (target: Target, options: ConnectOptions): Promise<Connection> => {
  if (target.kind === 'rest') return connectRest(target.url, options);
  const [{ recovering }, { Client }] = await Promise.all([
    import('@recourse/client'),
    import('@modelcontextprotocol/client'),
  ]);
  const opened: { readonly client: McpClient; readonly leave: () => Promise<unknown> }[] = [];
  let said = (): string => '';
  const open = async (): Promise<McpClient> => {
    const client = new Client(
      { name: 'recourse', version: version() },
      // Over stdio the newer revision is found out by a second process, which a call is not worth.
      target.kind === 'mcp' ? { versionNegotiation: { mode: 'auto' } } : {},
    );
    const { transport, lastSaid, leave } = await transportTo(target, options);
    opened.push({ client, leave });
    said = lastSaid;
    await client.connect(transport, { signal: options.signal });
    return client;
  };
  const close = async (): Promise<void> => {
    for (const { client, leave } of opened) {
      await leave();
      await client.close().catch(() => undefined);
    }
  };
  try {
    const client = recovering(await open(), { ...options.recovery, reconnect: open });
    return {
      listTools: (signal) => client.listTools({}, { signal }),
      recover: (call, callOptions) => client.recover(call, callOptions),
      close,
    };
  } catch (error) {
    await close();
    throw new ConnectError(error, said());
  }
};

const connectRest = async (url: URL, { recovery, key }: ConnectOptions): Promise<Connection> => {
  const { recoveringRest } = await import('@recourse/client');
  const client = recoveringRest(url, { ...recovery, ...(key !== undefined && { key }) });
  return {
    listTools: (signal) => client.listTools({ signal }),
    recover: (call, options) => client.recover(call, options),
    close: () => Promise.resolve(client.close()),
  };
};

const mostSaid = 4_096;
const leaveMs = 1_000;

const transportTo = async (target: Exclude<Target, { kind: 'rest' }>, { key, secrets, io }: ConnectOptions) => {
  if (target.kind !== 'program') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const transport = new StreamableHTTPClientTransport(target.url, { fetch: boundedFetch, requestInit: { headers } });
    // A session that is not ended takes up room on the server for a while; if it cannot be ended, it is left.
    const leave = (): Promise<unknown> =>
      Promise.race([transport.terminateSession().catch(() => undefined), sleep(leaveMs, undefined, { ref: false })]);
    return { transport, lastSaid: () => '', leave };
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const { program, isOurs } = target;
  const hidden = isOurs ? [] : secrets;
  const env = Object.entries(io.environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !hidden.includes(entry[0]),
  );
  const transport = new StdioClientTransport({
    command: program.command,
    args: [...program.args],
    cwd: io.cwd,
    env: Object.fromEntries(env),
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-mostSaid);
  });
  return { transport, lastSaid: () => said, leave: () => Promise.resolve() };
};
