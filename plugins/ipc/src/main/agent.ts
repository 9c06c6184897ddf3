import { encodeValue } from '@recourse/stage-plugin';
import type { PluginJson } from '@recourse/stage-plugin';

/** A message on a channel, as a capture keeps it. */
export interface Message {
  readonly number: number;
  readonly kind: 'invoke' | 'send';
  readonly channel: string;
  readonly at: string;
  readonly arguments: PluginJson;
  readonly url: string;
  readonly stubbed: boolean;
  result?: PluginJson;
  error?: string;
  durationMs?: number;
}

type Handler = (event: unknown, ...given: readonly unknown[]) => unknown;

/** The handlers of `ipcMain`. The field is private, and the same in every version since Electron 7. */
interface Handlers {
  has(channel: string): boolean;
  get(channel: string): Handler | undefined;
  keys(): Iterable<string>;
}

export interface IpcMain {
  _invokeHandlers: Handlers;
  handle(channel: string, handler: Handler): void;
  emit(channel: string, event: unknown, ...given: readonly unknown[]): boolean;
}

export interface Stub {
  readonly response: PluginJson;
  readonly error: string | undefined;
  left: number;
}

export type Agent = ReturnType<typeof createAgent>;

/**
 * Runs in the main process: records the messages on channels and answers some of them. `restore` undoes everything;
 * `onIdle` is called when the last stub has answered for the last time and nothing is captured.
 */
export const createAgent = (ipcMain: IpcMain, onIdle: () => void) => {
  const [mostMessages, mostChars] = [500, 2000];
  const original = ipcMain._invokeHandlers;
  const names = ['_invokeHandlers', 'handle', 'emit'] as const;
  const before = names.map((name) => [name, Object.getOwnPropertyDescriptor(ipcMain, name)] as const);
  const { handle } = ipcMain;
  const emit = ipcMain.emit.bind(ipcMain);
  const stubs = new Map<string, Stub>();
  let capture:
    { readonly channels: readonly string[]; readonly since: string; readonly messages: Message[] } | undefined;
  let last = 0;

  const isIdle = (): boolean => capture === undefined && stubs.size === 0;
  const isCaptured = (channel: string): boolean =>
    capture?.channels.some((one) => (one.endsWith('*') ? channel.startsWith(one.slice(0, -1)) : channel === one)) ===
    true;
  const record = (
    message: Pick<Message, 'kind' | 'channel' | 'stubbed'>,
    event: unknown,
    given: readonly unknown[],
  ) => {
    if (!capture || !isCaptured(message.channel)) return undefined;
    const { sender } = Object(event) as { readonly sender?: { getURL?(): string } };
    last += 1;
    const recorded: Message = {
      ...message,
      number: last,
      at: new Date().toISOString(),
      arguments: encodeValue([...given], mostChars),
      url: (sender?.getURL?.() ?? '').slice(0, 200),
    };
    capture.messages.push(recorded);
    if (capture.messages.length > mostMessages) capture.messages.shift();
    return recorded;
  };
  const answer = async (channel: string, event: unknown, given: readonly unknown[]): Promise<unknown> => {
    const stub = stubs.get(channel);
    const recorded = record({ kind: 'invoke', channel, stubbed: stub !== undefined }, event, given);
    const started = Date.now();
    try {
      let result: unknown;
      if (stub) {
        stub.left -= 1;
        if (stub.left <= 0 && stubs.delete(channel) && isIdle()) onIdle();
        if (stub.error !== undefined) throw new Error(stub.error);
        result = stub.response;
      } else result = await original.get(channel)?.(event, ...given);
      if (recorded) recorded.result = encodeValue(result, mostChars);
      return result;
    } catch (error) {
      if (recorded) recorded.error = String(error).slice(0, 300);
      throw error;
    } finally {
      if (recorded) recorded.durationMs = Date.now() - started;
    }
  };

  const replace = (name: (typeof names)[number], value: unknown): void => {
    Object.defineProperty(ipcMain, name, { value, configurable: true, writable: true, enumerable: true });
  };
  const watching: Handlers = Object.assign(Object.create(original) as Handlers, {
    has: (channel: string) => stubs.has(channel) || original.has(channel),
    get: (channel: string): Handler | undefined =>
      stubs.has(channel) || original.has(channel) ? (event, ...given) => answer(channel, event, given) : undefined,
    set: (channel: string, handler: Handler) => (original as Map<string, Handler>).set(channel, handler),
    delete: (channel: string) => (original as Map<string, Handler>).delete(channel),
    keys: () => original.keys(),
  });
  replace('_invokeHandlers', watching);
  // A stub of a channel without a handler must not keep the app from adding one.
  replace('handle', (channel: string, handler: Handler) => {
    replace('_invokeHandlers', original);
    try {
      handle.call(ipcMain, channel, handler);
    } finally {
      replace('_invokeHandlers', watching);
    }
  });
  replace('emit', (channel: string, event: unknown, ...given: readonly unknown[]) => {
    if (typeof channel === 'string') record({ kind: 'send', channel, stubbed: false }, event, given);
    return emit(channel, event, ...given);
  });

  return {
    since: () => capture?.since ?? null,
    start: (channels: readonly string[]) => {
      capture = { channels, since: new Date().toISOString(), messages: [] };
      last = 0;
      return capture.since;
    },
    captured: (after: number) => ({
      messages: (capture?.messages ?? []).filter(({ number }) => number > after),
      dropped: last - (capture?.messages.length ?? 0),
    }),
    stop: () => {
      const count = capture?.messages.length ?? 0;
      capture = undefined;
      return count;
    },
    has: (channel: string) => watching.has(channel),
    channels: () => [...original.keys()].toSorted().slice(0, 1000),
    invoke: (channel: string, event: unknown, given: readonly unknown[]) => answer(channel, event, given),
    stub: (channel: string, stub: Stub) => {
      stubs.set(channel, stub);
      return stubs.size;
    },
    stubs: () => [...stubs.keys()],
    unstub: (channel: string | null) => {
      const removed = channel === null ? stubs.size : Number(stubs.delete(channel));
      if (channel === null) stubs.clear();
      return removed;
    },
    isIdle,
    restore: () => {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(ipcMain, name, descriptor);
        else Reflect.deleteProperty(ipcMain, name);
      }
    },
  };
};
