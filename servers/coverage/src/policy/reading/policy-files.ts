import { judgePath } from '@recourse/engine/untrusted-values';
import type { CommitReader } from '../../git/index.ts';

/** The text of a file, the reason why it was not read, or undefined if there is no file. */
type FileAnswer = { readonly text: string } | { readonly reason: string } | undefined;

/** Where a policy is read from: the working tree, or a commit. */
export interface PolicyFiles {
  read(relative: string): Promise<FileAnswer>;
}

const largest = 1024 * 1024;

/** The files of a root; no link on the way leads out of it. */
export const filesOfRoot = (root: string): PolicyFiles => ({
  read: async (relative) => {
    const place = await judgePath(root, relative, { type: 'file' });
    if (!place.ok) return { reason: place.reason };
    try {
      const { size } = await place.path.stat();
      return size > largest ? { reason: 'it is larger than 1 MiB' } : { text: await place.path.readText() };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      return code === 'ENOENT' ? undefined : { reason: 'it cannot be opened' };
    }
  },
});

/** The files of the same root as a commit has them. */
export const filesOfCommit = ({ read }: CommitReader): PolicyFiles => ({
  read: async (relative) => {
    const text = await read(relative);
    return text === undefined ? undefined : { text };
  },
});
