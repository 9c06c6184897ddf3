import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readProfile } from '../index.ts';
import type { ProfileProblem, ProfileReading, ReadOptions } from '../index.ts';

/** A folder with sources, into which profiles are written. */
export interface ProfileProject {
  readonly root: string;
  write(name: string, content: string | Uint8Array): Promise<void>;
  /** Writes a profile and reads it. */
  read(
    name: string,
    content: string | Uint8Array,
    options?: Omit<ReadOptions, 'root'>,
  ): Promise<ProfileReading | ProfileProblem>;
  /** A profile that a real tool has made of a project in `/project`, as if it had been made of this one. */
  readReal(name: string): Promise<ProfileReading>;
  remove(): Promise<void>;
}

export const createProfileProject = async (sources: readonly string[] = []): Promise<ProfileProject> => {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'profiles-')));
  const root = path.join(home, 'project');
  await mkdir(root);
  const write = async (name: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  };
  for (const source of sources) await write(source, '');
  const read: ProfileProject['read'] = async (name, content, options) => {
    await write(name, content);
    return await readProfile(name, { root, ...options });
  };
  return {
    root,
    write,
    read,
    readReal: async (name) => {
      const made = await readFile(new URL(`profiles/${name}`, import.meta.url), 'utf8');
      return readingOf(await read(name, made.replaceAll(/(?<!<)\/project\b/g, root)));
    },
    remove: () => rm(home, { recursive: true }),
  };
};

/** Returns the reading; fails the test if the profile was not read. */
export const readingOf = (result: ProfileReading | ProfileProblem): ProfileReading => {
  if ('code' in result) throw new Error(`${result.code}: ${JSON.stringify(result.details)}`);
  return result;
};

/** Lines with their counts, as a reader of tests likes them: `1:2 2:0`. */
export const linesOf = ({ files }: ProfileReading, file: string): string => {
  const { lines, hits } = files.get(file) ?? { lines: new Uint32Array(0), hits: new Float64Array(0) };
  return [...lines].map((line, index) => `${line}:${hits[index]}`).join(' ');
};
