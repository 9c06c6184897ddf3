import { createHash } from 'node:crypto';
import type { ServerOptions } from '@recourse/engine';
import { createEventBuffer } from '@recourse/engine/events';
import { closeOnSignals } from '@recourse/server';
import type { ServerEntry } from '@recourse/server';
import { OperatorError } from '../errors/operator-error.ts';
import { findEntry } from '../serving/find-entry.ts';
import { serve } from '../serving/serve.ts';
import { callLine } from './call-line.ts';
import type { ChildMessage, ChildPlan, ParentMessage } from './messages.ts';

/** Serves one version of the module. Started by `recourse dev`, and ends with it: the channel between them closes. */
const main = async (plan: ChildPlan): Promise<void> => {
  const { file, http, config, store } = plan;
  const cwd = process.cwd();
  const served = await serve({
    entries: [observed(await findEntry(file, cwd))],
    locate: {
      cwd,
      environment: process.env,
      ...(config !== undefined && { configurationFile: config }),
      ...(store !== undefined && { store }),
    },
    // Any version may get any request of a client, so that no session can belong to one of them.
    ...(http && { http: { host: '127.0.0.1', port: 0 }, sessions: false }),
    hosts: [],
    origins: [],
    errors: 'auto',
    notify: (line) => console.error(line),
  });
  const [server] = served.servers;
  if (!server) throw new Error('nothing is served');
  process.on('disconnect', () => {
    void served.close();
    setTimeout(() => process.exit(), served.boundMs).unref();
  });
  process.on('message', (message: ParentMessage) => {
    if (message.kind === 'changed') server.notify('tools');
    else void served.close().then(() => process.exit());
  });
  const ending = closeOnSignals(served, { boundMs: served.boundMs });
  const described = JSON.stringify([await server.listTools(), (await server.describeContract()).tools]);
  tell({
    kind: 'ready',
    name: server.name,
    tools: createHash('sha256').update(described).digest('hex'),
    ...(served.http && { port: served.http.port }),
  });
  await ending;
  if (process.connected) process.disconnect();
};

/** Announces that tools may change, and prints every call. The operator's record is not written meanwhile. */
const observed = (entry: ServerEntry): ServerEntry => {
  const events = createEventBuffer({
    deliver: (delivered) => {
      const lines = delivered.flatMap((event) => callLine(event) ?? []);
      if (lines.length > 0) console.error(lines.join('\n'));
      return Promise.resolve();
    },
  });
  const optionsOf = (options: Partial<ServerOptions>): Partial<ServerOptions> => ({
    ...options,
    changes: ['tools'],
    record: { ...options.record, arguments: 'redacted', events },
  });
  return {
    name: entry.name,
    start: async (setting) => {
      const started = await entry.start({ ...setting, options: optionsOf(setting.options) });
      const close = async (): Promise<void> => {
        await started.close?.();
        await events.close();
      };
      return { server: started.server, close };
    },
  };
};

const tell = (message: ChildMessage): void => void process.send?.(message);

const mostLines = 12;

/** The error of the module itself. */
const causeOf = (error: unknown): unknown =>
  error instanceof OperatorError && error.cause instanceof Error ? error.cause : error;

/** An error with its place in the source. */
const describe = (cause: unknown): string => {
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  const own = text.split('\n').filter((line) => !/^\s+at .*(?:node:internal|node_modules)/u.test(line));
  return own.slice(0, mostLines).join('\n');
};

try {
  await main(JSON.parse(process.argv[2] ?? '{}') as ChildPlan);
} catch (error) {
  const cause = causeOf(error);
  tell({ kind: 'failed', text: describe(cause) });
  process.exitCode = 1;
  process.disconnect();
  // Node knows the line of a syntax error, but prints it only for an error that nothing catches.
  if (cause instanceof SyntaxError) throw cause;
}
