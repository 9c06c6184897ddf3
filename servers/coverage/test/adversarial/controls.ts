import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { buildProject } from './projects/build.ts';
import { projects } from './projects/index.ts';
import type { ProjectName } from './projects/index.ts';

/** A hostile argument, given to the runner itself: what the canary must see where nothing is refused. */
interface Control {
  readonly project: ProjectName;
  /** A program, or a file of Node. `{root}` stands for the folder of the project. */
  readonly command: string;
  readonly words: readonly string[];
}

const installed = (name: string): string => `{root}/node_modules/${name}`;

export const controls: readonly Control[] = [
  { project: 'node-test', command: 'node', words: ['--import=./evil.mjs', '--test'] },
  { project: 'vitest', command: 'node', words: [installed('vitest/vitest.mjs'), 'run', '--config=evil.config.mjs'] },
  { project: 'jest', command: 'node', words: [installed('jest/bin/jest.js'), '--setupFiles=./evil.cjs'] },
  { project: 'c8', command: 'node', words: [installed('c8/bin/c8.js'), 'node', '--require=./evil.cjs', '--test'] },
  { project: 'nyc', command: 'node', words: [installed('nyc/bin/nyc.js'), '--require=./evil.cjs', 'node', '--test'] },
  { project: 'pytest', command: 'python3', words: ['-m', 'pytest', '-p', 'evil'] },
  { project: 'go-test', command: 'go', words: ['test', '-exec={root}/evil.sh', './...'] },
];

/** Runs it without any server, and says what was found outside of the project. */
export const runControl = ({ project: name, command, words }: Control): readonly string[] => {
  const project = buildProject(projects[name]);
  const place = (word: string): string => word.replace('{root}', project.root);
  try {
    execFileSync(command === 'node' ? process.execPath : command, words.map(place), {
      cwd: path.resolve(project.root),
      stdio: 'ignore',
      timeout: 300_000,
    });
  } catch {
    // How the tests end is of no matter here.
  }
  const escapes = project.escapes();
  project.remove();
  return escapes;
};
