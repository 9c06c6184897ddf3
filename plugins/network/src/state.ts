import type { PluginSession } from '@recourse/stage-plugin';
import type { Capture } from './capturing/capture.ts';
import { Stubs } from './stubbing/stubs.ts';

/** Captures and stubs, by session and surface. */
const captures = new Map<string, Capture>();
const stubs = new Map<string, Stubs>();

const keyOf = ({ id, surfaceId = '' }: PluginSession): string => `${id} ${surfaceId}`;

export const findCapture = (session: PluginSession): Capture | undefined => captures.get(keyOf(session));

export const keepCapture = (session: PluginSession, capture: Capture): void => {
  captures.set(keyOf(session), capture);
};

export const dropCapture = (session: PluginSession): void => {
  captures.delete(keyOf(session));
};

export const stubsOf = (session: PluginSession): Stubs => {
  const found = stubs.get(keyOf(session)) ?? new Stubs(session);
  stubs.set(keyOf(session), found);
  return found;
};

/** Forgets everything about a session that has ended. */
export const forgetSession = (id: string): void => {
  for (const map of [captures, stubs]) for (const key of map.keys()) if (key.startsWith(`${id} `)) map.delete(key);
};
