import { z } from 'zod';
import type { RunPlan } from '../running/index.ts';
import { fence } from '../untrusted/fence.ts';
import type { Fence } from '../untrusted/fence.ts';
import { showText } from '../untrusted/show-text.ts';

/** The command that would run, in the project folder and without a shell. */
export const planShape = z.object({
  runner: z.string(),
  version: z.string().optional(),
  command: z.string(),
  arguments: z.array(z.string()),
  /** The names of the variables that the tests would see. */
  environment: z.array(z.string()),
  profile: z.string(),
  timeoutMs: z.int(),
});

interface PlanAnswer {
  untrusted: Fence;
  summary: string;
  plan?: z.infer<typeof planShape>;
}

/** Longer than any argument that a caller may send, so that none is shown cut. */
const longest = 4096;

/** The plan as its caller can read it: paths start at the project, wherever on this machine that lies. */
export const answerPlan = (plan: RunPlan | undefined): PlanAnswer => {
  const untrusted = fence('/plan/arguments/*');
  if (!plan) return { untrusted, summary: 'No tests would run; the existing profile would be checked' };
  const { runner, version, cwd } = plan;
  const fromRoot = (word: string): string =>
    showText(word.endsWith(cwd) ? `${word.slice(0, -cwd.length)}.` : word.replaceAll(`${cwd}/`, './'), longest);
  return {
    untrusted,
    summary: `Dry run: no tests ran and nothing was checked; 'plan' shows how ${runner} would be started`,
    plan: {
      runner,
      ...(version !== undefined && { version }),
      command: fromRoot(plan.command),
      arguments: plan.arguments.map(fromRoot),
      environment: Object.keys(plan.environment).toSorted(),
      profile: fromRoot(plan.profile.path),
      timeoutMs: plan.timeoutMs,
    },
  };
};
