import type { Answer } from '../answers/answer.ts';
import { docsRoot, notFound, Refusal, requiresAuthentication } from '../answers/refusal.ts';
import { findRepository, repositoryOrNotFound } from '../domain/find-repository.ts';
import { ObjectTooLarge } from '../git/git-error.ts';
import { authorize } from '../identity/access.ts';
import { identify, type Actor } from '../identity/actor.ts';
import { callerOf } from '../identity/caller.ts';
import type { Bucket } from '../limits/limit-settings.ts';
import type { World } from '../world.ts';
import { Call, RepositoryCall, type CallFacts } from './call.ts';
import { movedTo } from './moved-to.ts';
import {
  headersFor,
  newRequestId,
  refusalAnswer,
  renderAnswer,
  type ApiRequest,
  type ApiResponse,
} from './render-answer.ts';
import { createMatcher, type Matched, type Route } from './route.ts';
import { pages, routes } from './routes.ts';

export interface ApiOptions {
  /** Hears of errors that are the forge's own. */
  readonly onError: (error: unknown, requestId: string) => void;
  /** Refuses in the name of a fault, after the caller is known. */
  readonly refuse?: ((caller: string) => Refusal | undefined) | undefined;
}

const match = createMatcher([...routes, ...pages]);

/** From a request to its answer, in GitHub's order: who, how often, what, whether, and then the work. */
export async function answerCall(world: World, request: ApiRequest, options: ApiOptions): Promise<ApiResponse> {
  const requestId = newRequestId();
  const found = match(request.method, request.url.pathname);
  const bucket: Bucket = bucketOf(found?.route);
  const free = found !== undefined && 'bucket' in found.route && found.route.bucket === 'free';
  let actor: Actor | undefined;
  let caller = callerOf(undefined, request.address);
  let leave = (): void => {};
  const finish = (answer: Answer): ApiResponse => {
    const own = headersFor(world, found?.route, actor, { requestId, caller, bucket });
    return renderAnswer(request, answer, own, () => {
      if (actor && !free) world.limits.giveBack(caller, bucket, world.clock.nowMs());
      return world.limits.headers(caller, bucket, world.clock.nowMs());
    });
  };
  try {
    if (request.headers['user-agent'] === undefined)
      throw new Refusal(
        403,
        'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
      );
    actor = identify(world.state, request.headers['authorization'], world.clock.nowMs());
    caller = callerOf(actor, request.address);
    const fault = options.refuse?.(caller);
    if (fault) throw fault;
    if (!free) world.limits.charge(caller, bucket, world.clock.nowMs());
    leave = world.limits.enter(caller, request.method, world.clock.nowMs());
    if (found === undefined) throw new Refusal(404, 'Not Found', { documentation: docsRoot });
    return finish(await run(world, request, found, actor, caller));
  } catch (error) {
    return finish(refusalAnswer(asRefusal(error, requestId, options), found?.route));
  } finally {
    leave();
  }
}

async function run(
  world: World,
  request: ApiRequest,
  { route, parameters }: Matched,
  actor: Actor | undefined,
  caller: string,
): Promise<Answer> {
  const facts = (body: unknown): CallFacts => ({
    world,
    actor,
    caller,
    method: request.method,
    url: request.url,
    accept: request.headers['accept'] ?? '',
    parameters,
    body,
  });
  if (!('need' in route)) {
    if (route.known && actor === undefined) throw requiresAuthentication();
    if (
      route.scopes &&
      actor?.token.kind === 'classic' &&
      !route.scopes.some((scope) => actor.token.scopes.includes(scope))
    )
      throw notFound();
    return route.run(new Call(facts(await request.body())));
  }
  const [owner, name] = [parameters.get('owner') ?? '', parameters.get('repo') ?? ''];
  const found = findRepository(world, owner, name);
  if (found && 'moved' in found) {
    authorize(world.state, { level: 'read', permission: 'metadata=read' }, actor, found.moved);
    const rest = request.url.pathname.split('/').slice(4).join('/');
    throw movedTo(world, found.moved, request.method, rest === '' ? '' : `/${rest}`);
  }
  const repository = repositoryOrNotFound(found);
  const level = authorize(world.state, route.need, actor, repository);
  return route.run(new RepositoryCall(facts(await request.body()), repository, level));
}

function asRefusal(error: unknown, requestId: string, options: ApiOptions): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ObjectTooLarge)
    return new Refusal(
      403,
      'This API returns blobs up to 100 MB in size. The requested blob is too large to fetch via the API.',
      {
        errors: [{ resource: 'Blob', field: 'data', code: 'too_large' }],
      },
    );
  options.onError(error, requestId);
  return new Refusal(500, 'Server Error');
}

function bucketOf(route: Route | undefined): Bucket {
  return route && 'bucket' in route && route.bucket !== 'free' ? route.bucket : 'core';
}
