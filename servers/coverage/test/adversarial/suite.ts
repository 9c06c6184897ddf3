import type { Case } from './case.ts';
import { honest } from './honest/index.ts';
import { hostile } from './hostile/index.ts';
import { findUnfollowable } from './following/find-unfollowable.ts';
import { judge } from './judge.ts';
import type { Finding, Way } from './judge.ts';
import { buildProject } from './projects/build.ts';
import { projects } from './projects/index.ts';
import type { ProjectFiles, ProjectName } from './projects/index.ts';
import { serve } from './serve.ts';

/** Every input, the hostile ones first. */
export const cases: readonly Case[] = [...hostile, ...honest];

export interface SuiteOptions {
  /** Only cases whose id, input or code has this text. */
  readonly only?: string;
  /** Everything that can be run is run; else one honest input of each project. */
  readonly whole?: boolean;
}

/**
 * Judges all cases of a project: every one by its plan, refusals by their advice, then some by what they do. Returns a
 * string if its runner is not on this machine.
 */
export const judgeProject = async (
  name: ProjectName,
  options: SuiteOptions = {},
): Promise<readonly Finding[] | string> => {
  const own = cases.filter((each) => each.project === name && isMeant(each, options.only ?? ''));
  if (own.length === 0) return [];
  const files: ProjectFiles = projects[name];
  const project = buildProject(files);
  const served = await serve(project, files);
  try {
    const { code, text } = await served.call('check', { dryRun: true });
    if (code === 'OP_RUNNER_MISSING') return `the runner of '${name}' is not on this machine: ${text}`;
    if (files.primed === true) await served.call('check', {});
    const findings: Finding[] = [];
    const one = async (given: Case, way: Way): Promise<void> => {
      findings.push(await judge(given, way, { served, project }));
    };
    for (const each of own) await one(each, 'planned');
    findings.push(...(await findUnfollowable(findings, { served, project, whole: options.whole === true })));
    for (const each of executed(own, options.whole === true)) await one(each, 'executed');
    return findings;
  } finally {
    await served.close();
    project.remove();
  }
};

const isMeant = (given: Case, text: string): boolean => JSON.stringify(given).includes(text) || given.id.includes(text);

/** A hostile input is sent once more as a real call: had it been let through, its traces would be found. */
const executed = (own: readonly Case[], whole: boolean): readonly Case[] => {
  const hostileOnes = own.filter(({ kind, tool }) => kind === 'hostile' && tool === 'check');
  const honestOnes = own.filter((each) => each.kind === 'honest' && each.execute);
  return whole ? [...hostileOnes, ...honestOnes] : [...hostileOnes.slice(0, 1), ...honestOnes.slice(0, 1)];
};
