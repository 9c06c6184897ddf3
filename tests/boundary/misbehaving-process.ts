import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expectEnd, inTime } from '../fuzz/subject.ts';

const fixture = path.resolve(import.meta.dirname, '..', 'fixtures', 'misbehaving-server.mjs');

/** The answer to one call. */
export interface Frame {
  readonly bytes: number;
  readonly message: { readonly result?: ToolResult; readonly error?: { readonly code: number } };
}

interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A line of the server's log. */
export type Line = Readonly<Record<string, unknown>>;

/** A server with misbehaving handlers, in a process of its own. */
export interface MisbehavingProcess {
  call(tool: string, args: object): Promise<Frame>;
  /** Waits for the first log line that matches. */
  logged(matches: (line: Line) => boolean): Promise<Line>;
  /** Ends the process, which must still be there and exit with 0. */
  end(): Promise<void>;
  kill(): void;
}

interface ProcessOptions {
  readonly dialect?: string;
  readonly responseBytes?: number;
}

export const startMisbehaving = async (
  transport: 'stdio' | 'http',
  { dialect = 'recourse', responseBytes }: ProcessOptions = {},
): Promise<MisbehavingProcess> => {
  const words = [fixture, transport, dialect, ...(responseBytes === undefined ? [] : [String(responseBytes)])];
  const child = spawn(process.execPath, words, { stdio: 'pipe' });
  const log = readLog(child);
  const gone = ended(child, log.text);
  gone.catch(() => undefined);
  const call = transport === 'stdio' ? callOverStdio(child) : await callOverHttp(child);
  return {
    call: (tool, args) =>
      inTime(Promise.race([call(tool, args), gone]), () => `No answer to ${tool} ${JSON.stringify(args)}`),
    logged: (matches) => inTime(log.find(matches), () => `Not logged: ${log.text()}`),
    end: async () => {
      child.stdin.end();
      await expectEnd({ process: child, complaints: log.text });
    },
    kill: () => void child.kill('SIGKILL'),
  };
};

const ended = async (child: ChildProcessWithoutNullStreams, text: () => string): Promise<never> => {
  if (child.exitCode === null) await once(child, 'exit');
  throw new Error(`The process ended with ${child.exitCode}: ${text()}`);
};

const readLog = (child: ChildProcessWithoutNullStreams) => {
  const lines: Line[] = [];
  let text = '';
  let changed: () => void = () => undefined;
  createInterface({ input: child.stderr }).on('line', (line) => {
    text = `${text}${line}\n`.slice(-10_000);
    if (line.startsWith('{')) lines.push(JSON.parse(line) as Line);
    changed();
  });
  return {
    text: () => text,
    find: async (matches: (line: Line) => boolean): Promise<Line> => {
      for (;;) {
        const found = lines.find(matches);
        if (found) return found;
        await new Promise<void>((resolve) => (changed = resolve));
      }
    },
  };
};

const messageFor = (id: number, name: string, args: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });

const frameOf = (text: string): Frame => ({
  bytes: Buffer.byteLength(text),
  message: JSON.parse(text) as Frame['message'],
});

const callOverStdio = (child: ChildProcessWithoutNullStreams) => {
  const waiting = new Map<unknown, (frame: Frame) => void>();
  let id = 0;
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const frame = frameOf(line);
    waiting.get((frame.message as { readonly id?: unknown }).id)?.(frame);
  });
  // A session, so that failures are tool results in every dialect.
  const open = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'open', method: 'initialize', params: open })}\n`);
  return (tool: string, args: object): Promise<Frame> => {
    id += 1;
    const answered = new Promise<Frame>((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${messageFor(id, tool, args)}\n`);
    return answered;
  };
};

const callOverHttp = async (child: ChildProcessWithoutNullStreams) => {
  const [port] = (await inTime(once(createInterface({ input: child.stdout }), 'line'), () => 'No port')) as [string];
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return async (tool: string, args: object): Promise<Frame> => {
    const body = messageFor(1, tool, args);
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body });
    return frameOf(await response.text());
  };
};
