import { spawnSync } from 'node:child_process';
import path from 'node:path';

let found: string | undefined;

/**
 * Returns the PATH with the folder of a Python that has pytest first. The server asks every Python before that one,
 * for each of hundreds of calls, and a shim such as pyenv's takes half a second to answer.
 */
export const searchPath = (): string => (found ??= pytestFirst((process.env['PATH'] ?? '').split(path.delimiter)));

const pytestFirst = (folders: readonly string[]): string => {
  const first = folders.find((folder) => path.isAbsolute(folder) && hasPytest(path.join(folder, 'python3')));
  return [...(first === undefined ? [] : [first]), ...folders.filter((folder) => folder !== first)].join(
    path.delimiter,
  );
};

const hasPytest = (python: string): boolean =>
  spawnSync(python, ['-c', 'import pytest, pytest_cov'], { stdio: 'ignore' }).status === 0;
