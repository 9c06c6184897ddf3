import { encodeValue, withFunctions } from '@recourse/stage-plugin';
import type { PluginJson } from '@recourse/stage-plugin';
import { createAgent } from './agent.ts';
import type { Agent, IpcMain, Message } from './agent.ts';

/** A request to the main process. */
export type Command =
  | { readonly type: 'start'; readonly channels: readonly string[] }
  | { readonly type: 'captured'; readonly since: number }
  | { readonly type: 'stop' }
  | {
      readonly type: 'stub';
      readonly channel: string;
      readonly response: PluginJson;
      readonly error?: string;
      readonly times?: number;
    }
  | { readonly type: 'unstub'; readonly channel: string | null }
  | {
      readonly type: 'invoke';
      readonly channel: string;
      readonly given: readonly PluginJson[];
      readonly timeoutMs: number;
    };

export interface CommandAnswer {
  readonly unsupported?: string;
  /** When the capture that runs was started. */
  readonly since?: string;
  readonly messages?: readonly Message[];
  readonly dropped?: number;
  readonly count?: number;
  readonly stubs?: readonly string[];
  readonly result?: PluginJson;
  readonly failure?: string;
  readonly available?: readonly string[];
}

interface Electron {
  readonly ipcMain: IpcMain;
  readonly BrowserWindow: {
    getFocusedWindow(): Window | null;
    getAllWindows(): readonly Window[];
  };
}
interface Window {
  readonly webContents: {
    readonly id: number;
    readonly mainFrame: { readonly routingId: number; readonly processId: number };
  };
}

/** Runs in the main process: makes the agent once, does what is asked, and removes an agent that has nothing to do. */
const run = async ({ ipcMain, BrowserWindow }: Electron, command: Command): Promise<CommandAnswer> => {
  const slot = Symbol.for('recourse.ipc');
  const place = globalThis as unknown as Record<symbol, Agent | undefined>;
  if (!(ipcMain._invokeHandlers instanceof Map) && !place[slot])
    return { unsupported: 'the ipc plugin does not support this version of Electron' };
  // A call that takes long may end when another agent has taken the place of its own.
  const remove = (): void => {
    if (place[slot] !== agent) return;
    agent.restore();
    Reflect.deleteProperty(place, slot);
  };
  const agent: Agent = (place[slot] ??= createAgent(ipcMain, remove));
  const since = agent.since();
  const running = since === null ? {} : { since };
  const act = async (): Promise<CommandAnswer> => {
    switch (command.type) {
      case 'start':
        if (since === null) agent.start(command.channels);
        return running;
      case 'captured':
        return { ...running, ...agent.captured(command.since) };
      case 'stop':
        return { ...running, count: agent.stop() };
      case 'stub': {
        const { channel, response, error, times = Number.POSITIVE_INFINITY } = command;
        agent.stub(channel, { response, error, left: times });
        return { stubs: agent.stubs() };
      }
      case 'unstub':
        return { count: agent.unstub(command.channel), stubs: agent.stubs() };
      case 'invoke': {
        const { channel, given, timeoutMs } = command;
        if (!agent.has(channel)) return { failure: 'it has no handler', available: agent.channels() };
        const sender = (BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0])?.webContents;
        const { routingId: frameId, processId } = sender?.mainFrame ?? { routingId: 0, processId: 0 };
        const event = { type: 'frame', sender, senderFrame: sender?.mainFrame, frameId, processId };
        const late = new Promise<CommandAnswer>((resolve) => {
          setTimeout(() => resolve({ failure: `it did not answer within ${timeoutMs} ms` }), timeoutMs);
        });
        const answered = agent.invoke(channel, event, given).then(
          (value) => ({ result: encodeValue(value, 10_000) }),
          (error: unknown) => ({ failure: String(error).slice(0, 500) }),
        );
        return Promise.race([answered, late]);
      }
    }
  };
  try {
    return await act();
  } finally {
    if (agent.isIdle()) remove();
  }
};

export const runCommand = withFunctions({ encodeValue, createAgent }, run);

/** Runs in the main process: takes the agent out. */
export const removeAgent = (): void => {
  const slot = Symbol.for('recourse.ipc');
  const place = globalThis as unknown as Record<symbol, Agent | undefined>;
  place[slot]?.restore();
  Reflect.deleteProperty(place, slot);
};
