import { stat } from 'node:fs/promises';
import { fail, StageError } from '../failing.ts';
import { confine } from './confine.ts';

/** The most bytes of each file, and of all together. */
export interface FileLimits {
  readonly each: number;
  readonly together?: number;
}

/** Resolves the paths of a call to regular files in the operator's folders, with all links followed. */
export const confineFiles = async (
  paths: readonly string[],
  folders: readonly string[],
  { each, together }: FileLimits,
): Promise<readonly string[]> => {
  const files: string[] = [];
  let total = 0;
  for (const [at, path] of paths.entries()) {
    const argument = `paths[${at}]`;
    const file = await confine(path, argument, folders);
    const facts = await stat(file);
    total += facts.size;
    if (!facts.isFile()) throw refused(argument, 'must be a file');
    if (facts.size > each) throw refused(argument, `must have at most ${each} bytes, got ${facts.size}`);
    if (together !== undefined && total > together)
      throw refused('paths', `the files must have at most ${together} bytes in total`);
    files.push(file);
  }
  return files;
};

const refused = (argument: string, reason: string): StageError =>
  new StageError(fail('BAD_ARGUMENT', { argument, reason }, { effect: 'none' }));
