import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { judgePath } from '@recourse/engine/untrusted-values';
import type { SafePath } from '@recourse/engine/untrusted-values';
import { BadArgumentError } from '../reading/bad-argument-error.ts';

const extensions = { png: ['.png'], jpeg: ['.jpg', '.jpeg'] } as const;

/** The place of a picture that a call names: a file, or a folder for a new one. */
export interface PicturePlace {
  readonly path?: string | undefined;
  readonly dir?: string | undefined;
  readonly format: 'png' | 'jpeg';
}

/**
 * The file that a picture is written to; undefined if the call names none. It must be in the operator's folder, with all
 * links followed. Throws BadArgumentError.
 */
export const pictureFile = async (
  { path: file, dir, format }: PicturePlace,
  folder: string | undefined,
): Promise<SafePath | undefined> => {
  if (file === undefined && dir === undefined) return undefined;
  const argument = file === undefined ? 'dir' : 'path';
  if (folder === undefined)
    throw new BadArgumentError(argument, 'it is not allowed: the server has no screenshot folder');
  await mkdir(folder, { recursive: true });
  const given = file ?? path.join(dir ?? '', `screenshot-${randomUUID()}${extensions[format][0]}`);
  const judged = await judgePath(folder, given, { type: 'file', extensions: [...extensions[format]] });
  if (judged.ok) return judged.path;
  throw new BadArgumentError(argument, `${judged.reason}; it must be in ${folder}`);
};
