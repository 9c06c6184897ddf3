import { realpath } from 'node:fs/promises';
import { languages, runnerNames } from '../plan.ts';
import type { FoundRunner, Language, RunnerName, RunnerProblem } from '../plan.ts';
import { findGo } from './find-go.ts';
import { findNodeRunner, guessNodeRunner, isNodeRunner } from './find-node-runner.ts';
import { findPytest } from './find-python.ts';
import { hasGoSources } from './has-go-sources.ts';
import { openProject } from './project.ts';
import type { Project } from './project.ts';

/** Files that identify the language of a project, by priority. */
const markers: Readonly<Record<Language, readonly string[]>> = {
  go: ['go.mod', 'go.work'],
  python: [
    'pyproject.toml',
    'setup.py',
    'Pipfile',
    'poetry.lock',
    'requirements.txt',
    'pytest.ini',
    'tox.ini',
    'setup.cfg',
  ],
  typescript: ['tsconfig.json'],
  javascript: ['package.json'],
};

export interface FindOptions {
  /** As a configuration or a caller names it; `auto` is as good as nothing. */
  readonly language?: string | undefined;
  readonly runner?: string | undefined;
  /** Where PATH is looked up; defaults to the environment of this process. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Finds the runner of a project by what is named, else by what its files say. Nothing of the project is run. */
export const findRunner = async (root: string, options: FindOptions = {}): Promise<FoundRunner | RunnerProblem> => {
  const project = await openProject(await realpath(root));
  const source = options.environment ?? process.env;
  const named = options.runner?.toLowerCase();
  if (named !== undefined && named !== 'auto') {
    const runner = runnerNames.find((name) => name === (runnerAliases[named] ?? named));
    return runner ? findNamed(project, runner, source) : missing({ runner: named });
  }
  const wanted = options.language?.toLowerCase();
  if (wanted === undefined || wanted === 'auto') {
    const language = guessLanguage(project) ?? ((await hasGoSources(project.root)) ? 'go' : undefined);
    return language ? findForLanguage(project, language, source) : undetected();
  }
  const language = languages.find((name) => name === (languageAliases[wanted] ?? wanted));
  return language ? findForLanguage(project, language, source) : missing({ language: wanted });
};

const runnerAliases: Readonly<Record<string, RunnerName>> = {
  'node:test': 'node-test',
  node: 'node-test',
  go: 'go-test',
};
const languageAliases: Readonly<Record<string, Language>> = {
  golang: 'go',
  py: 'python',
  ts: 'typescript',
  js: 'javascript',
  node: 'javascript',
  nodejs: 'javascript',
};

/** The language of a project by the files in its root; undefined if none tells. */
const guessLanguage = ({ names }: Pick<Project, 'names'>): Language | undefined =>
  languages.find((language) => markers[language].some((marker) => names.has(marker)));

const findForLanguage = (
  project: Project,
  language: Language,
  source: NodeJS.ProcessEnv,
): Promise<FoundRunner | RunnerProblem> => {
  if (language === 'go') return findGo(project, source);
  if (language === 'python') return findPytest(project, source);
  const name = guessNodeRunner(project);
  return name ? findNodeRunner(project, name, language) : Promise.resolve(missing({ language }));
};

const findNamed = (
  project: Project,
  name: RunnerName,
  source: NodeJS.ProcessEnv,
): Promise<FoundRunner | RunnerProblem> => {
  if (isNodeRunner(name)) {
    return findNodeRunner(project, name, project.names.has('tsconfig.json') ? 'typescript' : 'javascript');
  }
  return findForLanguage(project, name === 'pytest' ? 'python' : 'go', source);
};

const missing = (named: { readonly runner?: string; readonly language?: string }): RunnerProblem => ({
  code: 'OP_RUNNER_MISSING',
  details: { ...named, supported: [...runnerNames] },
});

const undetected = (): RunnerProblem => ({
  code: 'OP_DETECT_FAILED',
  details: { root: '.', languages: [...languages], markers: Object.values(markers).flat() },
});
