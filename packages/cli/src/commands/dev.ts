import path from 'node:path';
import { exitCodes } from '../command.ts';
import type { Io, Run } from '../command.ts';
import { develop } from '../dev/develop.ts';
import { HttpRelay } from '../dev/http-relay.ts';
import { inspectorCommand } from '../dev/inspector.ts';
import { Lines } from '../dev/lines.ts';
import type { StartOptions } from '../dev/generation.ts';
import { StdioRelay } from '../dev/stdio-relay.ts';
import { loaderArguments } from '../dev/typescript-loader.ts';
import { UsageError } from '../errors/operator-error.ts';
import { checkModule } from '../files/check-module.ts';
import { parseArguments } from '../parse-arguments.ts';
import { isLoopback, parseAddress } from '../serving/address.ts';

/** Runs `recourse dev`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, {
    http: { type: 'string' },
    open: { type: 'boolean', default: false },
    config: { type: 'string' },
    store: { type: 'string' },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('Specify one module: recourse dev ./server.ts.');
  // The Inspector connects over HTTP.
  const http = values.http ?? (values.open ? '127.0.0.1:0' : undefined);
  const address = http === undefined ? undefined : parseAddress(http);
  if (address && !isLoopback(address.host)) {
    throw new UsageError(`--http must be a loopback address, such as 127.0.0.1:8788, got '${http}'.`);
  }
  const absolute = path.resolve(io.cwd, file);
  checkModule(absolute, file);
  const start: StartOptions = {
    plan: {
      file: `./${path.relative(io.cwd, absolute)}`,
      http: address !== undefined,
      ...(values.config !== undefined && { config: values.config }),
      ...(values.store !== undefined && { store: values.store }),
    },
    cwd: io.cwd,
    environment: io.environment,
    nodeArguments: loaderArguments(absolute),
  };
  if (!address) return overStdio(start, io);
  const relay = new HttpRelay();
  const developed = await develop(start, relay, io);
  let closeInspector: (() => void) | undefined;
  try {
    const url = await relay.listen(address);
    io.err(`Serving ${file} on ${url}. Save a source file to reload the server; press Ctrl-C to stop.`);
    if (values.open) closeInspector = await openInspector(url, io);
    await stopped(io, relay);
  } finally {
    closeInspector?.();
    await developed.close();
  }
  return exitCodes.clean;
};

const overStdio = async (start: StartOptions, io: Io): Promise<0> => {
  const { stdin, stdout } = process;
  const relay = new StdioRelay((line) => void stdout.write(`${line}\n`));
  const developed = await develop(start, relay, io);
  io.err(`Serving ${start.plan.file} over stdio. Save a source file to reload the server.`);
  const lines = new Lines((line) => relay.fromClient(line));
  stdin.on('data', (chunk: Buffer) => lines.push(chunk));
  const left = new Promise<void>((resolve) => {
    stdin.once('end', resolve);
    stdin.once('close', resolve);
    stdin.once('error', resolve);
  });
  await Promise.race([left, stopped(io, relay)]);
  stdin.pause();
  await developed.close();
  return exitCodes.clean;
};

/** Resolves with the first signal. The second ends the processes at once. */
const stopped = (io: Io, relay: { killAll(): void }): Promise<void> =>
  new Promise((resolve) => {
    let signals = 0;
    const stop = (): void => {
      signals += 1;
      if (signals > 1) relay.killAll();
      resolve();
    };
    io.signal?.addEventListener('abort', stop, { once: true });
    if (io.signal) return;
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });

/** Starts the Inspector. Returns what ends it, if it has not been closed by then. */
const openInspector = async (url: string, io: Io): Promise<() => void> => {
  const { spawn } = await import('node:child_process');
  const { command, args } = inspectorCommand(url);
  // Node starts .cmd files only through a shell.
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' });
  child.on('error', (error) => io.err(`recourse: The MCP Inspector could not be started: ${error.message}`));
  return () => void child.kill();
};
