import { readdir, readFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import path from 'node:path';
import { childEnvironment } from '../environment.ts';
import type { FoundRunner, RunnerProblem } from '../plan.ts';
import { askProgram } from './ask-program.ts';
import { isProgram, programsOnPath } from './program-on-path.ts';
import type { Project } from './project.ts';

/** Asks where modules would come from, and imports none: the folder that Python starts in does not count. */
const question =
  'import sys; sys.path.pop(0); import importlib.metadata as m, importlib.util as u; ' +
  "print('yes' if u.find_spec('pytest_cov') else 'no', m.version('pytest'))";

/** Looks for a Python with pytest and pytest-cov: a virtual environment of the project first, then what PATH has. */
export const findPytest = async (project: Project, source: NodeJS.ProcessEnv): Promise<FoundRunner | RunnerProblem> => {
  let lacking = 'pytest';
  for (const { command, home } of await candidates(project, source)) {
    const environment = home === undefined ? {} : { VIRTUAL_ENV: home };
    const answer =
      home === undefined
        ? await askProgram(command, ['-c', question], {
            cwd: project.root,
            environment: childEnvironment({ programFolders: [], environment, source }),
          })
        : await lookInto(home);
    const [hasCoverage, version] = answer?.split(' ') ?? [];
    if (hasCoverage === 'no') lacking = 'pytest-cov';
    if (hasCoverage !== 'yes') continue;
    return {
      name: 'pytest',
      language: 'python',
      version,
      command,
      base: [
        '-m',
        'pytest',
        `--rootdir=${project.root}`,
        ...(await configuration(project)),
        ...(await measured(project)),
      ],
      programFolders: home === undefined ? [] : [path.dirname(command)],
      environment,
    };
  }
  return { code: 'OP_RUNNER_MISSING', details: { runner: lacking, language: 'python' } };
};

/** The same answer about a virtual environment of the project, which is looked at and not run. */
const lookInto = async (home: string): Promise<string> => {
  const settings = await readFile(path.join(home, 'pyvenv.cfg'), 'utf8').catch(() => '');
  const library = process.platform === 'win32' ? 'Lib' : 'lib';
  const versions = await readdir(path.join(home, library)).catch(() => []);
  const folders = ['', ...versions].map((name) => path.join(home, library, name, 'site-packages'));
  const names = (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat();
  const version = names.map((name) => /^pytest-([0-9][^-]*)\.dist-info$/.exec(name)?.[1]).find(Boolean);
  // Only its Python can tell which packages it shares with the system; the run will show.
  const shares = /^include-system-site-packages\s*=\s*true/im.test(settings);
  const hasCoverage = shares || names.includes('pytest_cov');
  return shares || version !== undefined ? [hasCoverage ? 'yes' : 'no', version].join(' ').trim() : '';
};

interface Candidate {
  readonly command: string;
  /** The folder of a virtual environment. */
  readonly home?: string;
}

const candidates = async ({ root }: Project, source: NodeJS.ProcessEnv): Promise<readonly Candidate[]> => {
  const found: Candidate[] = [];
  for (const name of ['.venv', 'venv', 'env']) {
    const home = path.join(root, name);
    const command =
      process.platform === 'win32' ? path.join(home, 'Scripts/python.exe') : path.join(home, 'bin/python');
    if (await isProgram(command)) found.push({ command, home });
  }
  for (const name of ['python3', 'python']) {
    found.push(...(await programsOnPath(name, source['PATH'])).map((command) => ({ command })));
  }
  return found;
};

/** Pinned to the root's own: a folder that a caller names could hold another, with plugins of its own. */
const configuration = async (project: Project): Promise<readonly string[]> => {
  for (const [name, section] of [
    ['pytest.ini', /^/],
    ['.pytest.ini', /^/],
    ['pyproject.toml', /^\[tool\.pytest(?:\.ini_options)?\]/m],
    ['tox.ini', /^\[pytest\]/m],
    ['setup.cfg', /^\[tool:pytest\]/m],
  ] as const) {
    const text = await project.read(name);
    if (text !== undefined && section.test(text)) return ['-c', path.join(project.root, name)];
  }
  return ['-c', devNull];
};

/** Everything below the root, unless the project's own configuration of coverage says what its sources are. */
const measured = async (project: Project): Promise<readonly string[]> => {
  for (const [name, section] of [
    ['.coveragerc', /^\[run\]/m],
    ['setup.cfg', /^\[coverage:run\]/m],
    ['tox.ini', /^\[coverage:run\]/m],
    ['pyproject.toml', /^\[tool\.coverage\.run\]/m],
  ] as const) {
    const text = await project.read(name);
    if (text !== undefined && section.test(text) && /^\s*(?:source|source_pkgs)\s*=/m.test(text)) return ['--cov'];
  }
  return ['--cov=.'];
};
