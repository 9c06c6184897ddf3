import type { ZipEntry } from '../answers/zip.ts';
import type { WorkflowRun } from '../state/workflows.ts';
import type { World } from '../world.ts';
import { jobsOf, type JobFacts } from './run-progress.ts';

/** The logs of a run as GitHub archives them: a folder for each job, a file for each step. */
export function runLogs(world: World, run: WorkflowRun): ZipEntry[] {
  return jobsOf(world, run).flatMap((facts, index) => {
    const folder = fileName(facts.check.name);
    const steps = facts.job.steps.map((step, at) => ({
      name: `${folder}/${at + 1}_${fileName(step.name)}.txt`,
      content: Buffer.from(stamped(facts, step.log)),
    }));
    return [{ name: `${index}_${folder}.txt`, content: Buffer.from(jobLog(facts)) }, ...steps];
  });
}

/** The logs of all steps of a job, one after the other. */
export function jobLog(facts: JobFacts): string {
  return facts.job.steps.map(({ log }) => stamped(facts, log)).join('');
}

/** Every line begins with its time. The forge knows the time of the job only. */
function stamped({ check }: JobFacts, log: string): string {
  if (log === '') return '';
  const at = (check.startedAt ?? '1970-01-01T00:00:00Z').replace(/Z$/, '.0000000Z');
  return `${log
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${at} ${line}`)
    .join('\n')}\n`;
}

/** A name from outside becomes one part of a path in the archive: no separator, no control character, bounded. */
function fileName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it removes
  const plain = name.replace(/[/\\\u0000-\u001f]/g, '').slice(0, 90);
  return /^\.*$/.test(plain) ? '_' : plain;
}
