import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

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

/** Reading the fuses reads much of the program, which has 200 MB. */
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

/** The places of the fuses in the wire. */
const fuseNames = { 3: 'EnableNodeCliInspectArguments', 5: 'OnlyLoadAppFromAsar' } as const;

const readWire = async (program: string): Promise<Fuses | undefined> => {
  // On macOS the wire is in a framework of the app, not in the program.
  const read = process.platform === 'darwin' ? (await import('@electron/fuses')).getCurrentFuseWire : findWire;
  const wire = await read(program).catch(() => undefined);
  if (!wire) return undefined;
  return {
    inspect: (wire[3] as number) === disabled ? fuseNames[3] : undefined,
    asarOnly: (wire[5] as number) === enabled ? fuseNames[5] : undefined,
  };
};

/** The bytes before the wire of fuses, which Electron publishes for programs that read it. */
const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
const wireVersion = 1;
const partBytes = 1024 * 1024;
const mostFuses = 255;

/** Reads a program up to its wire of fuses: a seventh of it, where `getCurrentFuseWire` reads all. */
const findWire = async (program: string): Promise<Buffer | undefined> => {
  const file = await open(program);
  try {
    const overlap = sentinel.length - 1;
    const part = Buffer.allocUnsafe(overlap + partBytes);
    let kept = 0;
    for (let at = 0; ;) {
      const { bytesRead } = await file.read(part, kept, partBytes, at);
      if (bytesRead === 0) return undefined;
      const filled = kept + bytesRead;
      const found = part.subarray(0, filled).indexOf(sentinel);
      if (found >= 0) return await wireAt(file, at - kept + found + sentinel.length);
      at += bytesRead;
      kept = Math.min(overlap, filled);
      part.copyWithin(0, filled - kept, filled);
    }
  } finally {
    await file.close();
  }
};

const wireAt = async (file: FileHandle, place: number): Promise<Buffer | undefined> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 + mostFuses), 0, 2 + mostFuses, place);
  const [version, count = 0] = buffer;
  return version === wireVersion && bytesRead >= 2 + count ? buffer.subarray(2, 2 + count) : undefined;
};
