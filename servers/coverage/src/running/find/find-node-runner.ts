import path from 'node:path';
import type { FoundRunner, Language, RunnerName, RunnerProblem } from '../plan.ts';
import { findNodeProgram, installFolders } from './node-program.ts';
import type { Project } from './project.ts';
import { wordsAfter } from './script-words.ts';

const nodeRunners = ['vitest', 'jest', 'c8', 'nyc', 'node-test'] as const satisfies readonly RunnerName[];
export type NodeRunnerName = (typeof nodeRunners)[number];

/** True for a runner of JavaScript and TypeScript. */
export const isNodeRunner = (name: RunnerName): name is NodeRunnerName =>
  (nodeRunners as readonly RunnerName[]).includes(name);

/** Which runner a project uses, by what it says itself: its scripts, then its configuration, then what it depends on. */
export const guessNodeRunner = ({ names, manifest }: Project): NodeRunnerName | undefined => {
  const { test = '', coverage = '' } = manifest?.scripts ?? {};
  const scripts = `${test} ${coverage}`;
  const spoken = nodeRunners.find((name) => new RegExp(`(?:^|[\\s/])${name}(?:\\s|$)`).test(scripts));
  if (spoken) return spoken;
  const configured = (['vitest', 'jest'] as const).find((name) =>
    [...names].some((file) => new RegExp(`^${name}\\.(?:config|workspace)\\.[cm]?[jt]s(?:on)?$`).test(file)),
  );
  if (configured) return configured;
  if (manifest?.jest !== undefined) return 'jest';
  if (/(?:^|\s)node\s(?:[^&|;]*\s)?--test(?:\s|=|$)/.test(scripts)) return 'node-test';
  const installed = { ...manifest?.dependencies, ...manifest?.devDependencies };
  return (['vitest', 'jest'] as const).find((name) => name in installed) ?? (manifest ? 'node-test' : undefined);
};

/** The runner as it is installed in the project, and what the project's script says to it. */
export const findNodeRunner = async (
  project: Project,
  name: NodeRunnerName,
  language: Language,
): Promise<FoundRunner | RunnerProblem> => {
  const common = {
    language,
    command: process.execPath,
    programFolders: installFolders(project.root).map((folder) => path.join(folder, '.bin')),
    environment: {},
  };
  const scripts = project.manifest?.scripts ?? {};
  if (name === 'node-test') {
    return { ...common, name, version: process.versions.node, base: loaders(wordsAfter(scripts, 'node') ?? []) };
  }
  const program = await findNodeProgram(project.root, name);
  const missing: RunnerProblem = { code: 'OP_RUNNER_MISSING', details: { runner: name, language } };
  if (!program) return missing;
  const found: FoundRunner = { ...common, name, version: program.version, base: [program.file] };
  if (name !== 'c8' && name !== 'nyc') return found;
  const measured = await programOf(project, afterOptions(wordsAfter(scripts, name) ?? ['node', '--test']));
  return measured ? { ...found, measured } : missing;
};

/** What a script loads before its tests, such as a compiler: the project runs it already. */
const loaders = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, index) => {
    if (
      /^--(?:import|require|loader|experimental-loader|conditions)=/.test(word) ||
      /^--experimental-(?!test)/.test(word)
    ) {
      return [word];
    }
    const next = words[index + 1];
    if (!/^(?:--import|--require|-r|--loader|--conditions|-C)$/.test(word) || next === undefined) return [];
    return [word, next];
  });

/** The words behind the runner's own options, which are written anew. */
const afterOptions = (words: readonly string[]): readonly string[] => {
  const first = words.findIndex((word) => !word.startsWith('-'));
  return first < 0 ? [] : words.slice(first);
};

const programOf = async (
  { root }: Project,
  [first, ...rest]: readonly string[],
): Promise<readonly string[] | undefined> => {
  if (first === undefined) return undefined;
  if (first === 'node') return [process.execPath, ...rest];
  const program = await findNodeProgram(root, first);
  return program && [process.execPath, program.file, ...rest];
};
