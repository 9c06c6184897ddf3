import path from 'node:path';
import type { SourceFile } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import type { Checker } from 'typescript/unstable/sync';

/** The sources of a package, with the types that the compiler knows. */
export interface Sources {
  readonly files: readonly SourceFile[];
  readonly checker: Checker;
  /** Ends the process of the compiler. */
  readonly close: () => void;
}

/** Opens the project of a `tsconfig.json`. Files that are given exist only for the compiler. */
export const openSources = (config: string, virtual: Readonly<Record<string, string>> = {}): Sources => {
  const folder = path.dirname(config);
  const content = new Map(Object.entries(virtual).map(([name, text]) => [path.resolve(folder, name), text]));
  const folders = new Set([...content.keys()].map((name) => path.dirname(name)));
  const api = new API({
    cwd: folder,
    fs: {
      // Undefined leaves the answer to the file system.
      readFile: (name) => content.get(name),
      fileExists: (name) => content.has(name) || undefined,
      directoryExists: (name) => folders.has(name) || undefined,
    },
  });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (!project) throw new Error(`The compiler finds no project at ${config}`);
    const files = project.rootFiles.flatMap((name) => project.program.getSourceFile(name) ?? []);
    return { files, checker: project.checker, close: () => api.close() };
  } catch (error) {
    api.close();
    throw error;
  }
};
