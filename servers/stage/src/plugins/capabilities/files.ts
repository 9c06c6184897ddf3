import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { judgePath } from '@recourse/engine/untrusted-values';
import type { SafePath } from '@recourse/engine/untrusted-values';
import { z } from 'zod';
import { BadArgumentError } from '../../reading/bad-argument-error.ts';
import { defineAsk } from './scope.ts';
import type { AskMethod } from './scope.ts';

const mostBytes = 16 * 1024 * 1024;
/** The most names of a folder. */
export const mostNames = 10_000;
export const place = z.string().min(1).max(1000);

/** Files in the plugin's own folder. */
export const filesMethods: Readonly<Record<string, AskMethod>> = {
  'files.read': defineAsk({
    needs: () => 'files',
    params: z.strictObject({ path: place }),
    run: async ({ folder }, given) => ({ data: await readBounded((await inFolder(folder, given.path)).absolute) }),
  }),
  'files.write': defineAsk({
    needs: () => 'files',
    params: z.strictObject({ path: place, data: z.base64().max(2 * mostBytes) }),
    run: async ({ folder }, { path: given, data }) => {
      const file = await inFolder(folder, given);
      await file.mkdirParent();
      await file.writeFile(Buffer.from(data, 'base64'));
      return { path: file.absolute };
    },
  }),
  'files.list': defineAsk({
    needs: () => 'files',
    params: z.strictObject({ path: place }),
    run: async ({ folder }, given) => {
      const { absolute } = await inFolder(folder, given.path);
      const names = await readdir(absolute).catch(() => []);
      return { names: names.slice(0, mostNames) };
    },
  }),
};

const inFolder = async (folder: string, given: string): Promise<SafePath> => {
  await mkdir(folder, { recursive: true });
  const judged = await judgePath(folder, given);
  if (judged.ok) return judged.path;
  throw new BadArgumentError('path', `${judged.reason}; it must be in ${folder}`);
};

/** Reads a whole file as base64. Throws for one that is too large. */
export const readBounded = async (file: string): Promise<string> => {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new BadArgumentError('path', 'it is not a file');
  if (found.size > mostBytes)
    throw new BadArgumentError('path', `it has ${found.size} bytes; at most ${mostBytes} can be read`);
  return (await readFile(file)).toString('base64');
};
