import { judgePath } from '@recourse/engine/untrusted-values';
import { z } from 'zod';

const largestFile = 1_000_000;

const manifestShape = z.object({
  scripts: z.record(z.string(), z.string()).catch({}).optional(),
  dependencies: z.record(z.string(), z.unknown()).catch({}).optional(),
  devDependencies: z.record(z.string(), z.unknown()).catch({}).optional(),
  jest: z.unknown().optional(),
});
type Manifest = z.infer<typeof manifestShape>;

/** Facts about a project from its files. */
export interface Project {
  readonly root: string;
  /** The names in the root itself. */
  readonly names: ReadonlySet<string>;
  readonly manifest: Manifest | undefined;
  /** The text of a file in the root; undefined if there is none that can be read. */
  readonly read: (name: string) => Promise<string | undefined>;
}

/** Looks at the root, and no further down than it must. */
export const openProject = async (root: string): Promise<Project> => {
  const here = await judgePath(root, '.');
  const names = new Set(here.ok ? await here.path.readdir() : []);
  const read = async (name: string): Promise<string | undefined> => {
    if (!names.has(name)) return undefined;
    const file = await judgePath(root, name, { type: 'file' });
    if (!file.ok) return undefined;
    return (await file.path.stat()).size > largestFile ? undefined : file.path.readText();
  };
  return { root, names, manifest: parseManifest(await read('package.json')), read };
};

const parseManifest = (text: string | undefined): Manifest | undefined => {
  try {
    return text === undefined ? undefined : manifestShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};
