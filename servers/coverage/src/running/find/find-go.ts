import { existsSync } from 'node:fs';
import path from 'node:path';
import { childEnvironment } from '../environment.ts';
import type { FoundRunner, RunnerProblem } from '../plan.ts';
import { askProgram } from './ask-program.ts';
import { workspacePackages } from './go-workspace.ts';
import { programsOnPath } from './program-on-path.ts';
import type { Project } from './project.ts';

/** Looks for Go on PATH, and for the module that the root is in. */
export const findGo = async ({ root }: Project, source: NodeJS.ProcessEnv): Promise<FoundRunner | RunnerProblem> => {
  const packages = workspacePackages(root);
  if (packages.length === 0 && !hasModule(root)) return { code: 'OP_MODULE_ROOT_MISSING', details: { root: '.' } };
  const [command] = await programsOnPath('go', source['PATH']);
  if (command === undefined) return { code: 'OP_RUNNER_MISSING', details: { runner: 'go', language: 'go' } };
  const answer = await askProgram(command, ['version'], {
    // In the module, or with another setting, a Go that the module names could be downloaded and asked instead.
    cwd: path.parse(root).root,
    environment: childEnvironment({ programFolders: [], environment: { GOTOOLCHAIN: 'local' }, source }),
  });
  return {
    name: 'go-test',
    language: 'go',
    version: /go([0-9][^\s]*)/.exec(answer ?? '')?.[1],
    command,
    base: ['test'],
    ...(packages.length > 0 && { measured: packages }),
    programFolders: [],
    environment: {},
  };
};

/** Go itself looks upwards too; whether a file is there is all that is asked. */
const hasModule = (folder: string): boolean =>
  existsSync(path.join(folder, 'go.mod')) || (folder !== path.dirname(folder) && hasModule(path.dirname(folder)));
