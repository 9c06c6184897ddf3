import { stat } from 'node:fs/promises';

/** The states of a fuse, as the bytes of the wire. */
const disabled = 48;
const enabled = 49;

/** The fuses of an Electron that matter here. */
interface Fuses {
  /** The fuse for the inspector of the main process, if it is off. */
  readonly inspect: string | undefined;
  /** The fuse against apps in folders, if it is on. */
  readonly asarOnly: string | undefined;
}

/** Reading the fuses reads the whole program: 200 MB. */
const known = new Map<string, Fuses | undefined>();
const mostKnown = 16;

/**
 * Returns the fuse of an Electron that blocks a launch in development, or undefined if none does. Such a launch needs the
 * debugger of the main process, and loads the app from a folder. A program without fuses blocks nothing.
 */
export const findBlockingFuse = async (program: string): Promise<string | undefined> => {
  const fuses = await readFuses(program);
  return fuses?.inspect ?? fuses?.asarOnly;
};

/** Reads the fuses of a program. Undefined if it has none: it is not Electron then. */
export const readFuses = async (program: string): Promise<Fuses | undefined> => {
  const { dev, ino, mtimeMs, size } = await stat(program);
  const key = `${dev} ${ino} ${mtimeMs} ${size}`;
  if (known.has(key)) return known.get(key);
  const fuses = await readWire(program);
  if (known.size >= mostKnown) known.clear();
  known.set(key, fuses);
  return fuses;
};

const readWire = async (program: string): Promise<Fuses | undefined> => {
  const { FuseV1Options, getCurrentFuseWire } = await import('@electron/fuses');
  const wire = await getCurrentFuseWire(program).catch(() => undefined);
  if (!wire) return undefined;
  const { EnableNodeCliInspectArguments: inspect, OnlyLoadAppFromAsar: asarOnly } = FuseV1Options;
  return {
    inspect: (wire[inspect] as number) === disabled ? FuseV1Options[inspect] : undefined,
    asarOnly: (wire[asarOnly] as number) === enabled ? FuseV1Options[asarOnly] : undefined,
  };
};
