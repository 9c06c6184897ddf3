import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { childEnvironment } from './environment.ts';
import { judgeFilter } from './input/judge-filter.ts';
import { judgePlace } from './input/judge-place.ts';
import { judgeTags, splitTags } from './input/judge-tags.ts';
import { judgeTimeoutMs } from './input/judge-timeout.ts';
import { readArguments } from './input/read-arguments.ts';
import { judgeMeanings } from './input/judge-meanings.ts';
import type { FoundRunner, Rejection, RunPlan, RunRequest } from './plan.ts';
import { createRunName, judgeRunFolder } from './run-folder.ts';
import type { Runner } from './runners/runner.ts';
import { runnerOf } from './runners/table.ts';

/** How the tool names its fields, where it does not name them as a request does. */
export type FieldNames = Readonly<Partial<Record<'run' | 'tags' | 'timeout' | 'testArgs' | 'only', string>>>;

export interface PlanOptions {
  readonly names?: FieldNames;
  /** The environment to choose from; defaults to this process's own. */
  readonly environment?: NodeJS.ProcessEnv;
  /** The name of the run's folder; defaults to a new one. */
  readonly runName?: string;
}

const mostChanged = 2000;

/** Plans a run, or returns every reason against it. Reads the root and runs nothing. */
export const planRun = async (
  found: FoundRunner,
  request: RunRequest,
  root: string,
  options: PlanOptions = {},
): Promise<RunPlan | readonly Rejection[]> => {
  const realRoot = await realpath(root);
  const runner = runnerOf(found);
  const named = { run: 'run', tags: 'tags', timeout: 'timeout', testArgs: 'testArgs', only: 'only', ...options.names };
  const given = await readArguments(request.testArgs ?? [], named.testArgs, {
    runner: found.name,
    flags: runner.flags,
    ...(runner.shortForms && { shortForms: runner.shortForms }),
    root: realRoot,
    selection: (field, value) => runner.select(field, value, realRoot),
  });
  const meant = judgeMeanings(request, given.meanings, { expresses: runner.expresses, runner: found.name, named });
  const changed = await judgeChanged(request.only ?? [], named.only, realRoot);
  const runFolder = await judgeRunFolder(realRoot, found.name, options.runName ?? createRunName(Date.now()));
  const rejections = [
    request.tags === undefined ? undefined : judgeTags(named.tags, request.tags),
    judgeNames(request.run, named.run, runner),
    judgeNames(given.meanings.get('run'), named.testArgs, runner),
    judgeTimeoutMs(request.timeoutMs, named.timeout),
    ...meant.rejections,
    ...given.rejections,
    ...changed.rejections,
    'code' in runFolder ? runFolder : undefined,
  ].filter((rejection) => rejection !== undefined);
  if (rejections.length > 0 || 'code' in runFolder) {
    return rejections.map((each) => ({ ...each, remediation: each.remediation.replaceAll('{run}', named.run) }));
  }

  const { meanings, flags, selection } = given;
  const isMeant = (meaning: 'race' | 'short' | 'verbose'): boolean =>
    request[meaning] === true || meanings.get(meaning) === 'true';
  const tags = request.tags ?? meanings.get('tags');
  const folder = { root: realRoot, folder: runFolder.absolute };
  const wishes = {
    run: request.run ?? meanings.get('run'),
    tags: tags === undefined ? [] : splitTags(tags),
    race: isMeant('race'),
    short: isMeant('short'),
    verbose: isMeant('verbose'),
    flags,
    selection,
    changed: changed.files,
  };
  return {
    runner: found.name,
    version: found.version,
    command: found.command,
    arguments: [...found.base, ...runner.arguments(wishes, folder, found)],
    cwd: realRoot,
    folder: runFolder.absolute,
    environment: childEnvironment({
      programFolders: found.programFolders,
      environment: { ...found.environment, ...runner.environment?.(folder) },
      ...(options.environment && { source: options.environment }),
    }),
    profile: { path: path.join(folder.folder, ...runner.profile.file.split('/')), format: runner.profile.format },
    timeoutMs: request.timeoutMs,
    warnings: meant.warnings,
  };
};

/** Judges a filter on test names, from its field or from a flag. */
const judgeNames = (value: string | undefined, field: string, { judgeRun }: Runner): Rejection | undefined =>
  value === undefined ? undefined : judgeFilter(field, value, judgeRun);

interface ChangedFiles {
  readonly files: readonly string[];
  readonly rejections: readonly Rejection[];
}

/** Keeps changed files that still exist. Where there are very many, all tests are run. */
const judgeChanged = async (given: readonly string[], name: string, root: string): Promise<ChangedFiles> => {
  const files: string[] = [];
  const rejections: Rejection[] = [];
  for (const [index, value] of given.slice(0, mostChanged).entries()) {
    const place = await judgePlace(`${name}[${index}]`, value, root);
    if ('code' in place) rejections.push(place);
    else if (place.type !== 'nothing') files.push(place.argument);
  }
  return { files: given.length > mostChanged ? [] : files, rejections };
};
