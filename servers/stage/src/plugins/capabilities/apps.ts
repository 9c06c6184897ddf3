import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, open, readdir, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { confine } from '../../apps/confine.ts';
import { BadArgumentError } from '../../reading/bad-argument-error.ts';
import { mostNames, place, readBounded } from './files.ts';
import { defineAsk } from './scope.ts';
import type { AskMethod, AskScope } from './scope.ts';

const mostSearched = 2 ** 31;
const mostOffsets = 16;
const mostRanges = 1000;
const mostHashed = 2 ** 32;
const chunkBytes = 1024 * 1024;

const offset = z.int().min(0);
const length = z
  .int()
  .min(0)
  .max(16 * 1024 * 1024);

const inRoots = ({ toolbox }: AskScope, given: string): Promise<string> =>
  confine(given, 'path', toolbox.settings.appRoots);

/** Files of apps in the operator's folders. Programs are too large to be sent, so they are searched and hashed here. */
export const appsMethods: Readonly<Record<string, AskMethod>> = {
  'apps.read': defineAsk({
    needs: () => 'apps',
    params: z.strictObject({ path: place, range: z.strictObject({ offset, length }).optional() }),
    run: async (scope, { path: given, range }) => {
      const file = await inRoots(scope, given);
      if (!range) return { data: await readBounded(file) };
      return inFile(file, async (handle) => ({ data: (await readRange(handle, range)).toString('base64') }));
    },
  }),
  'apps.list': defineAsk({
    needs: () => 'apps',
    params: z.strictObject({ path: place }),
    run: async (scope, given) => {
      const folder = await inRoots(scope, given.path);
      const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const entries = found.slice(0, mostNames).map(async ({ name }) => {
        const file = path.join(folder, name);
        const facts = await stat(file).catch(() => undefined);
        const isExecutable = await access(file, constants.X_OK).then(
          () => true,
          () => false,
        );
        return { name, isFolder: facts?.isDirectory() === true, size: facts?.size ?? 0, isExecutable };
      });
      return { entries: await Promise.all(entries) };
    },
  }),
  'apps.search': defineAsk({
    needs: () => 'apps',
    params: z.strictObject({ path: place, text: z.string().min(4).max(100) }),
    run: async (scope, { path: given, text }) => ({
      offsets: await search(await inRoots(scope, given), Buffer.from(text), scope.signal),
    }),
  }),
  'apps.hash': defineAsk({
    needs: () => 'apps',
    params: z.strictObject({
      path: place,
      ranges: z.array(z.strictObject({ offset, length: offset })).max(mostRanges),
    }),
    run: async (scope, { path: given, ranges }) => {
      const file = await inRoots(scope, given);
      const bytes = ranges.reduce((sum, range) => sum + range.length, 0);
      if (bytes > mostHashed)
        throw new BadArgumentError('ranges', `they cover ${bytes} bytes; at most ${mostHashed} can be hashed at once`);
      return inFile(file, async (handle) => {
        const hashes: string[] = [];
        for (const range of ranges) hashes.push(await hashRange(handle, range, scope.signal));
        return { hashes };
      });
    },
  }),
};

const inFile = async <Value>(file: string, use: (handle: FileHandle) => Promise<Value>): Promise<Value> => {
  const found = await stat(file);
  if (!found.isFile()) throw new BadArgumentError('path', 'it is not a file');
  const handle = await open(file);
  try {
    return await use(handle);
  } finally {
    await handle.close();
  }
};

interface Range {
  readonly offset: number;
  readonly length: number;
}

/** The bytes of a range; fewer if the file ends before it. */
const readRange = async (handle: FileHandle, { offset: from, length: most }: Range): Promise<Buffer> => {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(most), 0, most, from);
  return buffer.subarray(0, bytesRead);
};

/** The SHA-256 of a range. Throws if the file ends before it. */
const hashRange = async (handle: FileHandle, range: Range, signal: AbortSignal): Promise<string> => {
  const hash = createHash('sha256');
  for (let done = 0; done < range.length;) {
    signal.throwIfAborted();
    const wanted = { offset: range.offset + done, length: Math.min(chunkBytes, range.length - done) };
    const chunk = await readRange(handle, wanted);
    if (chunk.length === 0) throw new BadArgumentError('ranges', 'one of them extends beyond the end of the file');
    hash.update(chunk);
    done += chunk.length;
  }
  return hash.digest('hex');
};

/** The first offsets of a string in a file, without reading all of it into memory. */
const search = async (file: string, text: Buffer, signal: AbortSignal): Promise<readonly number[]> => {
  const found = await stat(file);
  // A pipe has no end.
  if (!found.isFile()) throw new BadArgumentError('path', 'it is not a file');
  const { size } = found;
  if (size > mostSearched)
    throw new BadArgumentError('path', `it has ${size} bytes; at most ${mostSearched} can be searched`);
  const offsets: number[] = [];
  let before = Buffer.alloc(0);
  let start = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes, signal }) as AsyncIterable<Buffer>) {
    const window = Buffer.concat([before, chunk]);
    for (let at = window.indexOf(text); at !== -1; at = window.indexOf(text, at + 1)) {
      offsets.push(start + at);
      if (offsets.length === mostOffsets) return offsets;
    }
    // A match may begin at the end of one chunk. One byte less than it, so that none is found twice.
    before = window.subarray(Math.max(0, window.length - text.length + 1));
    start += window.length - before.length;
  }
  return offsets;
};
