import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChildMessage, ChildPlan, ParentMessage } from './messages.ts';

/** One version of the server, as a process of its own. */
export interface Generation {
  readonly name: string;
  /** Differs if the tools differ. */
  readonly tools: string;
  /** The port on this machine, over HTTP. */
  readonly port: number;
  /** Sends a line to its stdin. */
  send(line: string): void;
  /** Receives the chunks of its stdout. */
  onOutput(listener: (chunk: Buffer) => void): void;
  tell(message: ParentMessage): void;
  /** Ends its stdin and asks it to end; kills it if it does not. */
  end(): Promise<void>;
  kill(): void;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
}

export interface StartOptions {
  readonly plan: ChildPlan;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Arguments of Node, such as a loader for TypeScript. */
  readonly nodeArguments: readonly string[];
}

/** Longer than a server takes to end in order. */
const endMs = 30_000;

/** Starts a process and waits until it serves. Returns the text of the error if it cannot. */
export const startGeneration = async (options: StartOptions): Promise<Generation | string> => {
  const { plan, cwd, environment, nodeArguments } = options;
  const script = fileURLToPath(new URL('./child.js', import.meta.url));
  const child = spawn(process.execPath, [...nodeArguments, script, JSON.stringify(plan)], {
    cwd,
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  // A process that has ended reads nothing more.
  child.stdin?.on('error', () => undefined);
  const first = await firstMessage(child, gone);
  if (first.kind === 'failed') {
    await gone;
    return first.text;
  }
  const kill = (): void => void child.kill('SIGKILL');
  const tell = (message: ParentMessage): void => {
    if (child.connected) child.send(message, () => undefined);
  };
  return {
    name: first.name,
    tools: first.tools,
    port: first.port ?? 0,
    send: (line) => void child.stdin?.write(`${line}\n`),
    onOutput: (listener) => void child.stdout?.on('data', listener),
    tell,
    end: async () => {
      child.stdin?.end();
      tell({ kind: 'end' });
      const timer = setTimeout(kill, endMs);
      await gone;
      clearTimeout(timer);
    },
    kill,
    gone,
  };
};

const firstMessage = (child: ChildProcess, gone: Promise<void>): Promise<ChildMessage> =>
  new Promise((resolve) => {
    child.once('message', (message) => resolve(message as ChildMessage));
    void gone.then(() => resolve({ kind: 'failed', text: `The process exited before it was ready.` }));
  });
