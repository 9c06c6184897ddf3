import { isFailure } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { StageRefusedError } from '@recourse/stage-plugin';
import type { PluginSession } from '@recourse/stage-plugin';
import { notInstalled, unsupported } from './failing.ts';
import type { ClockState, ClockStatus, Controller } from './page/controller.ts';
import { frameSource, librarySource, removeSource, stateSource } from './page/source.ts';
import type { ClockCommand } from './page/source.ts';

interface Script {
  remove(): Promise<void>;
}

/** The scripts that give new documents of a surface its clock, by session and surface. */
const clocks = new Map<string, { readonly library: Script; state: Script }>();

const keyOf = ({ id, surfaceId = '' }: PluginSession): string => `${id} ${surfaceId}`;

export const isInstalled = (session: PluginSession): boolean => clocks.has(keyOf(session));

/** Forgets the clocks of a session that has ended. */
export const forgetSession = (id: string): void => {
  for (const key of clocks.keys()) if (key.startsWith(`${id} `)) clocks.delete(key);
};

/** Installs a clock in every document of a surface, or sets one that is there. */
export const installClock = async (session: PluginSession, state: ClockState): Promise<ClockStatus | Failure> => {
  if (isInstalled(session)) await keepState(session, state);
  else {
    await session.atEnd('clock', { page: removeSource });
    const library = await session.addScript(librarySource(), { now: true });
    clocks.set(keyOf(session), { library, state: await session.addScript(stateSource(state), { now: true }) });
  }
  const error = await session.evaluate(readError, { world: 'page' });
  if (error === null) return readClock(session);
  await removeClock(session);
  return unsupported(error.slice(0, 300));
};

/** Takes the clock out of every document. Returns false if there is none. */
export const removeClock = async (session: PluginSession): Promise<boolean> => {
  const scripts = clocks.get(keyOf(session));
  if (!scripts) return false;
  clocks.delete(keyOf(session));
  await scripts.state.remove();
  await scripts.library.remove();
  await session.runInFrames(removeSource);
  return true;
};

/** Makes a call in every frame, and keeps the time of the top frame for documents to come. */
export const commandClock = async (session: PluginSession, command: ClockCommand): Promise<ClockStatus | Failure> => {
  if (!isInstalled(session)) return notInstalled(session);
  const status = await callTop(session, command);
  if (isFailure(status)) return status;
  await session.runInFrames(frameSource(command));
  await keepState(session, status, { now: false });
  return status;
};

/** Reads the clock of the top frame. It must be installed. */
export const readClock = (session: PluginSession): Promise<ClockStatus | Failure> =>
  callTop(session, { method: 'status', value: 0 });

const callTop = async (session: PluginSession, { method, value }: ClockCommand): Promise<ClockStatus | Failure> => {
  try {
    return await session.evaluate(call, { arguments: [method, value], world: 'page' });
  } catch (error) {
    // A document without the clock: its date cannot be replaced.
    if (!(error instanceof StageRefusedError) || error.code !== 'EVAL_RUNTIME_ERROR') throw error;
    return unsupported(error.message.slice(0, 300));
  }
};

/** Replaces the script with the state. The new one is there before the old one goes. */
const keepState = async (session: PluginSession, state: ClockState, { now } = { now: true }): Promise<void> => {
  const scripts = clocks.get(keyOf(session));
  if (!scripts) return;
  const { time, realTime, isPaused } = state;
  const before = scripts.state;
  scripts.state = await session.addScript(stateSource({ time, realTime, isPaused }), { now });
  await before.remove();
};

/** Runs in the page. */
const call = (method: ClockCommand['method'], value: number): ClockStatus | Promise<ClockStatus> => {
  type Slot = { readonly controller: Controller };
  const { controller } = (globalThis as unknown as Record<symbol, Slot>)[Symbol.for('recourse.clock')] as Slot;
  return controller[method](value);
};

/** Runs in the page: why the clock could not be installed. */
const readError = (): string | null => {
  type Slot = { readonly error?: string; readonly controller?: Controller };
  const slot = (globalThis as unknown as Record<symbol, Slot | undefined>)[Symbol.for('recourse.clock')];
  return slot?.error ?? (slot?.controller ? null : 'the page did not run the script of the fake clock');
};
