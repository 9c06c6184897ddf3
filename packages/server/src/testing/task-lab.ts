import { createServer, defineTool } from '@recourse/engine';
import type { Server, ServerOptions } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import type { ServerStores } from '@recourse/engine/store-ports';
import { elicit } from '@recourse/engine/client';
import { createMemoryState } from '@recourse/engine/memory';
import { createMemorySignals, createMemoryTasks } from '@recourse/engine/sharing';
import { createPassingSealer, createSeals } from '@recourse/engine/sealing';
import { z } from 'zod';
import { openHttp } from './open-http.ts';
import type { HttpAnswer } from './open-http.ts';

const extension = 'io.modelcontextprotocol/tasks';
const color = elicit({ message: 'Which color?', fields: z.strictObject({ color: z.string() }) });
const size = elicit({ message: 'Which size?', fields: z.strictObject({ size: z.string() }) });
const id = z.strictObject({ id: z.string() });

/** Records the work of handlers. They wait until the test releases them. */
const createWork = () => {
  const gates = new Map<
    string,
    { readonly start: () => void; readonly started: Promise<void>; go: () => void; readonly going: Promise<void> }
  >();
  const gate = (name: string) => {
    const known = gates.get(name);
    if (known) return known;
    let [start, go] = [() => {}, () => {}];
    const started = new Promise<void>((resolve) => (start = resolve));
    const going = new Promise<void>((resolve) => (go = resolve));
    const made = { start, started, go, going };
    gates.set(name, made);
    return made;
  };
  return {
    done: [] as string[],
    gate,
    started: (name: string) => gate(name).started,
    release: (name: string) => gate(name).go(),
  };
};

/** Tools that run as tasks. `slow` waits until the test releases it or its client cancels. */
const toolsOf = (work: ReturnType<typeof createWork>) => {
  const until = async (name: string, signal: AbortSignal): Promise<void> => {
    const { start, going } = work.gate(name);
    start();
    const aborted = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    );
    await Promise.race([going, aborted]);
  };
  const writes = { input: id, operation: 'command', danger: 'safe', task: 'optional' } as const;
  return [
    defineTool({
      ...writes,
      name: 'slow',
      description: 'Writes when it is released.',
      errors: ['UPSTREAM_UNAVAILABLE'],
      subject: ({ id: line }) => (typeof line === 'string' ? { type: 'line', id: line } : undefined),
      verify: ({ id: looked }) => ({
        tool: 'look',
        arguments: { id: looked },
        why: 'It shows whether the line was written.',
        applied_when: { pointer: '/written', equals: true },
      }),
      run: async (call) => {
        await until(call.arguments.id, call.signal);
        if (call.arguments.id.startsWith('fail')) return call.fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' });
        work.done.push(call.arguments.id);
        return { id: call.arguments.id };
      },
    }),
    defineTool({
      ...writes,
      name: 'look',
      description: 'Shows whether a line was written.',
      operation: 'query',
      errors: [],
      run: async (call) => {
        if (call.arguments.id.startsWith('wait')) await until(call.arguments.id, call.signal);
        return { written: work.done.includes(call.arguments.id) };
      },
    }),
    defineTool({
      ...writes,
      name: 'burn',
      description: 'Writes once the user agrees.',
      danger: 'destructive',
      errors: [],
      run: (call) => {
        work.done.push(call.arguments.id);
        return { id: call.arguments.id };
      },
    }),
    defineTool({
      ...writes,
      name: 'paint',
      description: 'Asks for a color and a size while it runs.',
      errors: [],
      client: ['elicitation'],
      run: async (call) => {
        const answers = await call.client.ask({ color, size });
        work.done.push(call.arguments.id);
        return { color: answers.color.action, size: answers.size.action };
      },
    }),
    defineTool({
      ...writes,
      name: 'only_task',
      description: 'Runs only as a task.',
      errors: [],
      task: 'required',
      run: (call) => ({ id: call.arguments.id }),
    }),
    defineTool({
      ...writes,
      name: 'outer',
      description: 'Makes calls of its own.',
      errors: [],
      task: 'optional',
      run: async (call) => ({ inner: (await call.inner('only_task', { id: 'inner' })).ok }),
    }),
  ];
};

/** Several processes on one store: servers in one process, each with a door of its own. */
export const openTaskLab = async (processes = 2, given: Partial<ServerOptions> = {}) => {
  const work = createWork();
  const { tokens, admissions } = createMemoryState();
  const stores: ServerStores = {
    tokens,
    admissions,
    seals: createSeals(createPassingSealer()),
    signals: createMemorySignals(),
    tasks: createMemoryTasks(),
    ...given.stores,
  };
  const identity = {
    hasKeys: () => Promise.resolve(true),
    identify: ({ transport, key }: Caller) => {
      const id = transport === 'stdio' ? 'ada' : key;
      return id === undefined ? undefined : { id, trust: 'certified' as const };
    },
  };
  const start = (): Server =>
    createServer({
      name: 'desk',
      tools: toolsOf(work),
      identity,
      policy: { matrix: { destructive: { certified: 'confirm' } } },
      ...given,
      stores,
    });
  const servers = Array.from({ length: processes }, start);
  const doors = await Promise.all(servers.map((server) => openHttp(server)));
  let last = 0;
  const send = (method: string, params: object, options: AskOptions = {}): Promise<HttpAnswer> => {
    const { door = 0, principal = 'ada', tasks = true, meta = {}, headers = {}, capabilities = {} } = options;
    const at = doors[door];
    if (!at) throw new Error(`There is no door ${door}`);
    const named = params as { readonly name?: string; readonly taskId?: string };
    return at.ask({
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${principal}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...((named.name ?? named.taskId) !== undefined && { 'mcp-name': named.name ?? named.taskId }),
        ...headers,
      },
      body: {
        jsonrpc: '2.0',
        id: (last += 1),
        method,
        params: {
          ...params,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientCapabilities': {
              ...capabilities,
              ...(tasks && { extensions: { [extension]: {} } }),
            },
            ...meta,
          },
        },
      },
    });
  };
  const resultOf = async (sent: Promise<HttpAnswer>): Promise<Record<string, unknown>> => {
    const { json } = await sent;
    if (!('result' in json)) throw new Error(JSON.stringify(json));
    return json['result'] as Record<string, unknown>;
  };
  return {
    ...work,
    servers,
    doors,
    send,
    call: (name: string, args: object, options?: AskOptions) =>
      resultOf(send('tools/call', { name, arguments: args, ...options?.params }, options)),
    get: (taskId: unknown, options?: AskOptions) => resultOf(send('tasks/get', { taskId }, options)),
    /** Polls until a task has a status, as a client does. */
    until: async (taskId: unknown, status: string, options?: AskOptions): Promise<Record<string, unknown>> => {
      for (;;) {
        const task = await resultOf(send('tasks/get', { taskId }, options));
        if (task['status'] === status) return task;
        if (['completed', 'failed', 'cancelled'].includes(String(task['status'])))
          throw new Error(JSON.stringify(task));
      }
    },
    close: async () => {
      for (const door of doors) await door.close();
    },
  };
};

interface AskOptions {
  readonly door?: number;
  readonly principal?: string;
  /** Whether the request declares the extension. */
  readonly tasks?: boolean;
  readonly meta?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly capabilities?: object;
  /** Further parameters of a call. */
  readonly params?: object;
}
