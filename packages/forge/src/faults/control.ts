import { noContent, ok, type Answer } from '../answers/answer.ts';
import { notFound, unacceptable } from '../answers/refusal.ts';
import { findRepository, repositoryOrNotFound } from '../domain/find-repository.ts';
import { runShape, startRun } from '../domain/start-run.ts';
import { callerOf } from '../identity/caller.ts';
import { fields, readInput } from '../input/read-input.ts';
import { buckets } from '../limits/limit-settings.ts';
import { digestOf } from '../state/tokens.ts';
import type { World } from '../world.ts';
import { faultKinds, type Fault, type FaultRule, type Faults } from './faults.ts';

const { text, whole, flag, optional, oneOf, object } = fields;

export interface ControlCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The operator's endpoint: faults, time, limits, runs of workflows, and the computation of mergeability. Off unless it was asked for. */
export async function control(world: World, faults: Faults, { method, path, body }: ControlCall): Promise<Answer> {
  switch (`${method} ${path}`) {
    case 'GET /_forge/faults':
      return ok({ faults: faults.list() });
    case 'POST /_forge/faults':
      faults.add(ruleFrom(body));
      return { status: 201, body: { faults: faults.list() } };
    case 'DELETE /_forge/faults':
      faults.clear();
      return noContent;
    case 'GET /_forge/clock':
      return ok({ now: world.clock.now() });
    case 'POST /_forge/clock':
      world.clock.advance(readInput(body, { advance_ms: whole }).advance_ms);
      return ok({ now: world.clock.now() });
    case 'POST /_forge/limits':
      return setLimit(world, body);
    case 'POST /_forge/mergeability':
      world.mergeability.hold(readInput(body, { hold: flag }).hold);
      return noContent;
    case 'POST /_forge/workflow-runs':
      return startWorkflowRun(world, body);
    default:
      throw notFound();
  }
}

function setLimit(world: World, body: unknown): Answer {
  const input = readInput(body, { token: text, bucket: oneOf(buckets), remaining: whole });
  const token = world.state.tokens.find({ digest: digestOf(input.token) });
  if (token === undefined) throw unacceptable('No such token');
  const actor = { user: world.state.users.get(token.userId), token };
  world.limits.leave(callerOf(actor, ''), input.bucket, input.remaining, world.clock.nowMs());
  return noContent;
}

/** Runs of workflows come from here and from seeds: the forge runs nothing itself. */
async function startWorkflowRun(world: World, body: unknown): Promise<Answer> {
  const { owner, repo, ...run } = readInput(body, { owner: text, repo: text, ...runShape });
  const repository = repositoryOrNotFound(findRepository(world, owner, repo));
  const { id } = await startRun(world, repository, run);
  return { status: 201, body: { id, jobs: world.state.jobs.list({ runId: id }).map((job) => job.id) } };
}

function ruleFrom(body: unknown): FaultRule {
  const input = readInput(body, {
    method: optional(text),
    path: optional(text),
    times: optional(whole),
    fault: object({
      kind: oneOf(faultKinds),
      ms: optional(whole),
      status: optional(whole),
      message: optional(text),
      retry_after: optional(whole),
    }),
  });
  return {
    ...(input.method === undefined ? {} : { method: input.method }),
    ...(input.path === undefined ? {} : { path: input.path }),
    ...(input.times === undefined ? {} : { times: input.times }),
    fault: faultFrom(input.fault),
  };
}

interface FaultInput {
  readonly kind: Fault['kind'];
  readonly ms: number | undefined;
  readonly status: number | undefined;
  readonly message: string | undefined;
  readonly retry_after: number | undefined;
}

function faultFrom(input: FaultInput): Fault {
  const status = input.status ?? 502;
  if (status < 400 || status > 599) throw unacceptable('status must be between 400 and 599');
  const limitStatus = input.status === 429 ? 429 : 403;
  switch (input.kind) {
    case 'latency':
      return { kind: 'latency', ms: Math.min(Math.max(input.ms ?? 1000, 0), 600_000) };
    case 'status':
      return { kind: 'status', status, ...(input.message === undefined ? {} : { message: input.message }) };
    case 'html':
      return { kind: 'html', status };
    case 'primary_limit':
      return { kind: 'primary_limit', status: limitStatus };
    case 'secondary_limit':
      return {
        kind: 'secondary_limit',
        status: limitStatus,
        ...(input.retry_after === undefined ? {} : { retry_after: input.retry_after }),
      };
    default:
      return { kind: input.kind };
  }
}
