import path from 'node:path';
import type { FoundRunner, Language, RunnerName, RunnerProblem } from '../plan.ts';
import { isNodeTest } from '../runners/is-node-test.ts';
import { expandWords, listFiles } from './list-files.ts';
import { findNodeProgram, installFolders } from './node-program.ts';
import type { Project } from './project.ts';
import { testCommands, wordsAfter } from './script-words.ts';

const nodeRunners = ['vitest', 'jest', 'c8', 'nyc', 'node-test'] as const satisfies readonly RunnerName[];
export type NodeRunnerName = (typeof nodeRunners)[number];

/** True for a runner of JavaScript and TypeScript. */
export const isNodeRunner = (name: RunnerName): name is NodeRunnerName =>
  (nodeRunners as readonly RunnerName[]).includes(name);

/** Which runner a project uses, by what it says itself: its scripts, then its configuration, then what it depends on. */
export const guessNodeRunner = ({ names, manifest }: Project): NodeRunnerName | undefined => {
  const { test = '', coverage = '' } = manifest?.scripts ?? {};
  const scripts = `${test} ${coverage}`;
  const commands = testCommands(manifest?.scripts ?? {});
  const spoken =
    nodeRunners.find((name) => new RegExp(`(?:^|[\\s/])${name}(?:\\s|$)`).test(scripts)) ??
    nodeRunners.find((name) => commands.some(([first]) => first === name));
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
    const words = wordsAfter(scripts, 'node') ?? [];
    const base = pick(words, loading);
    return { ...common, name, version: process.versions.node, base, measured: await testFiles(project.root, words) };
  }
  const program = await findNodeProgram(project.root, name);
  const missing: RunnerProblem = { code: 'OP_RUNNER_MISSING', details: { runner: name, language } };
  if (!program) return missing;
  const words = wordsAfter(scripts, name) ?? [];
  const found = { ...common, name, version: program.version };
  if (name === 'vitest' || name === 'jest') {
    // Without it, Node gives jest no modules that are imported; projects say so in many ways.
    const modules = name === 'jest' && /--experimental-vm-modules\b/.test(Object.values(scripts).join(' '));
    const switches = modules ? ['--experimental-vm-modules', '--no-warnings'] : [];
    return { ...found, base: [...switches, program.file, ...pick(words, configuring)] };
  }
  // A script that names the runner in a way that we cannot read measures some other program.
  const isUnread = words.length === 0 && new RegExp(`(?:^|[\\s/])${name}\\s`).test(Object.values(scripts).join(' '));
  if (isUnread)
    return { ...missing, details: { ...missing.details, runner: `${name} (its script cannot run without a shell)` } };
  const command = afterOptions(words.length > 0 ? words : ['node', '--test']);
  const measured = await programOf(project, command);
  if (measured) return { ...found, base: [program.file], measured };
  // The runner is there, and the program that it measures is not.
  return { ...missing, details: { ...missing.details, runner: command[0] ?? name } };
};

/** Options that load code before the tests, such as a compiler: the project runs that code already. */
const loading =
  /^(?:--import|--require|-r|--loader|--experimental-loader|--conditions|-C|--experimental-(?!test)[a-z-]+)$/;
const configuring = /^(?:--config|-c)$/;
/** The loading flags that have no value. */
const bare = /^--experimental-(?!loader)/;

/** The flags of a script that are meant, each with its value in the same word. */
const pick = (words: readonly string[], meant: RegExp): readonly string[] =>
  words.flatMap((word, index) => {
    const [name = word] = word.split('=', 1);
    if (!meant.test(name)) return [];
    if (word.includes('=') || bare.test(word)) return [word];
    const next = words[index + 1];
    if (next === undefined) return [];
    return word.startsWith('--') ? [`${word}=${next}`] : [word, next];
  });

/** The test files that a script of Node's own runner names, by their names, folders or patterns. */
const testFiles = async (root: string, words: readonly string[]): Promise<readonly string[]> => {
  const given = words.filter((word, index) => !word.startsWith('-') && !loading.test(words[index - 1] ?? ''));
  const named = await expandWords(root, given);
  const found = named.map(async (name) => {
    const relative = path.posix.normalize(name).replace(/\/$/, '');
    const files = await listFiles(root, isNodeTest, relative);
    return files.length > 0 ? files : [relative];
  });
  return (await Promise.all(found)).flat().filter((file) => /\.[cm]?[jt]sx?$/.test(file));
};

/** The words after the runner's own options, which are written again from their rules. */
const afterOptions = (words: readonly string[]): readonly string[] => {
  const first = words.findIndex((word) => !word.startsWith('-'));
  return first < 0 ? [] : words.slice(first);
};

const programOf = async (
  { root }: Project,
  [first, ...rest]: readonly string[],
): Promise<readonly string[] | undefined> => {
  if (first === undefined) return undefined;
  const words = await expandWords(root, rest);
  if (first === 'node') return [process.execPath, ...words];
  const program = await findNodeProgram(root, first);
  return program && [process.execPath, program.file, ...words];
};
