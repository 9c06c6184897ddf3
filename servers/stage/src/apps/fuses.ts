import { stat } from 'node:fs/promises';

/** The states of a fuse, as the bytes of the wire. */
const disabled = 48;
const enabled = 49;

/** Reading the fuses reads the whole program: 200 MB. */
const known = new Map<string, string | undefined>();
const mostKnown = 16;

/**
 * Returns the fuse of an Electron that blocks a launch in development, or undefined if none does. Such a launch needs the
 * debugger of the main process, and loads the app from a folder. A program without fuses blocks nothing.
 */
export const findBlockingFuse = async (program: string): Promise<string | undefined> => {
  const { mtimeMs, size } = await stat(program);
  const key = `${program} ${mtimeMs} ${size}`;
  if (known.has(key)) return known.get(key);
  const fuse = await readBlockingFuse(program);
  if (known.size >= mostKnown) known.clear();
  known.set(key, fuse);
  return fuse;
};

const readBlockingFuse = async (program: string): Promise<string | undefined> => {
  const { FuseV1Options, getCurrentFuseWire } = await import('@electron/fuses');
  const wire = await getCurrentFuseWire(program).catch(() => undefined);
  if (!wire) return undefined;
  const { EnableNodeCliInspectArguments: inspect, OnlyLoadAppFromAsar: asarOnly } = FuseV1Options;
  if ((wire[inspect] as number) === disabled) return FuseV1Options[inspect];
  if ((wire[asarOnly] as number) === enabled) return FuseV1Options[asarOnly];
  return undefined;
};
