import { ok, text, type Answer } from '../answers/answer.ts';
import { pageOf, readPage } from '../answers/paging.ts';
import { notFound } from '../answers/refusal.ts';
import { zip } from '../answers/zip.ts';
import { jobBody } from '../bodies/job.ts';
import { htmlOf } from '../bodies/repository.ts';
import { jobLog, runLogs } from '../domain/run-logs.ts';
import { jobsOf, type JobFacts } from '../domain/run-progress.ts';
import type { RepositoryCall } from './call.ts';
import { findRun } from './workflow-runs.ts';

export function listJobs(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const run = findRun(call);
  const all = jobsOf(world, run);
  const { items, link } = pageOf(readPage(call.url), all);
  const jobs = items.map((facts) => jobBody(world, repository, run, facts));
  return ok({ total_count: all.length, jobs }, link ? { link } : undefined);
}

export function getJob(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const facts = findJob(call);
  return ok(jobBody(world, repository, world.state.workflowRuns.get(facts.job.runId), facts));
}

/** GitHub keeps logs elsewhere and redirects to them; the forge redirects to its own pages. */
export function redirectToRunLogs(call: RepositoryCall): Answer {
  return redirect(call, `actions/runs/${findRun(call).id}/logs`);
}

export function redirectToJobLog(call: RepositoryCall): Answer {
  return redirect(call, `actions/jobs/${findJob(call).check.id}/logs`);
}

export function getRunLogs(call: RepositoryCall): Answer {
  return text(zip(runLogs(call.world, findRun(call))), 'application/zip');
}

export function getJobLog(call: RepositoryCall): Answer {
  return text(jobLog(findJob(call)), 'text/plain; charset=utf-8');
}

function findJob(call: RepositoryCall): JobFacts {
  const { state } = call.world;
  const job = state.jobs.find({ id: call.numberParameter('job_id'), repositoryId: call.repository.id });
  if (job === undefined) throw notFound();
  return { job, check: state.checkRuns.get(job.id) };
}

function redirect({ world, repository }: RepositoryCall, page: string): Answer {
  return { status: 302, body: undefined, headers: { location: `${htmlOf(world, repository)}/${page}` } };
}
