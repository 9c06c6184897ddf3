import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Refusal } from './answers/refusal.ts';
import { afterMove } from './domain/move-refs.ts';
import { findRepository } from './domain/find-repository.ts';
import { binds, guardsOf } from './domain/guards.ts';
import { pushBlocker } from './domain/push-blocker.ts';
import type { GitSetting } from './git/git-environment.ts';
import { GitError } from './git/git-error.ts';
import { runBackend } from './git/http-backend.ts';
import { zeroSha } from './git/names.ts';
import { readPush, renderRefusal, type PushRequest } from './git/receive-pack.ts';
import { identify, type Actor } from './identity/actor.ts';
import { authorize } from './identity/access.ts';
import type { Level } from './identity/level.ts';
import type { Repository } from './state/repositories.ts';
import type { World } from './world.ts';

export interface GitRequest {
  readonly owner: string;
  readonly name: string;
  readonly endpoint: 'info/refs' | 'git-upload-pack' | 'git-receive-pack';
  readonly service: 'git-upload-pack' | 'git-receive-pack';
}

const maxPackBytes = 2 * 1024 * 1024 * 1024;

/** The three addresses of smart HTTP; the dumb protocol is not offered. */
export function gitRequestOf(method: string, url: URL): GitRequest | undefined {
  const [, owner = '', name = '', endpoint = ''] =
    /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(url.pathname) ?? [];
  const service = endpoint === 'info/refs' ? url.searchParams.get('service') : endpoint;
  if (service !== 'git-upload-pack' && service !== 'git-receive-pack') return undefined;
  if (endpoint === 'info/refs' && method === 'GET') return { owner, name, endpoint, service };
  if (endpoint === service && method === 'POST') return { owner, name, endpoint, service };
  return undefined;
}

/** Clone, fetch and push. Refusals leave as plain text, which git shows to its user. */
export async function serveGit(
  world: World,
  httpBackend: string,
  git: GitRequest,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
  const { actor, repository, level } = admit(world, git, request);
  const isPush = git.endpoint === 'git-receive-pack';
  const zipped = request.headers['content-encoding'] === 'gzip';
  const body: Readable = isPush && zipped ? request.pipe(createGunzip()) : request;
  const push = isPush ? await readPush(body) : undefined;
  const reasons = push ? pushReasons(world, repository, push, actor, level) : new Map<string, string>();
  if (push && reasons.size > 0) {
    body.resume();
    await finished(body, { writable: false });
    response.writeHead(200, { 'content-type': 'application/x-git-receive-pack-result', 'cache-control': 'no-cache' });
    response.end(renderRefusal(push, reasons));
    return;
  }
  try {
    await runBackend(
      {
        program: httpBackend,
        root: world.gits.root,
        path: `${world.gits.folderOf(repository.id)}/${git.endpoint}`,
        method: request.method ?? 'GET',
        query: git.endpoint === 'info/refs' ? `service=${git.service}` : '',
        contentType: request.headers['content-type'] ?? '',
        contentEncoding: isPush ? '' : (request.headers['content-encoding'] ?? ''),
        protocol: /^[\w=:]{1,60}$/.exec(String(request.headers['git-protocol'] ?? ''))?.[0] ?? '',
        user: actor?.user.login ?? '',
        prefix: push?.prefix ?? Buffer.alloc(0),
        body,
        settings: push ? pushSettings(world, repository, push, level) : [],
      },
      {
        head: (status, headers) => response.writeHead(status, headers),
        write: (chunk) => response.write(chunk),
        drained: () => drained(response),
      },
    );
  } finally {
    // Also for a client that went away: its refs may have moved.
    if (push && push.commands.length > 0)
      await afterMove(world, repository, new Set(push.commands.map(({ ref }) => ref)));
  }
  response.end();
}

/** A client that goes away never drains; that ends the work for it. */
async function drained(response: ServerResponse): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    if (!response.destroyed)
      await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    waiting.abort();
  }
  if (response.destroyed) throw new GitError('the client disconnected');
}

interface Admitted {
  readonly actor: Actor | undefined;
  readonly repository: Repository;
  readonly level: Level;
}

/** Git asks first without credentials; only a 401 makes it ask its user. */
function admit(world: World, git: GitRequest, request: IncomingMessage): Admitted {
  const challenge = { 'www-authenticate': 'Basic realm="GitHub"' };
  let actor: Actor | undefined;
  try {
    actor = identify(world.state, request.headers.authorization, world.clock.nowMs());
  } catch {
    throw new Refusal(401, 'Invalid username or token.', { headers: challenge });
  }
  const pushes = git.service === 'git-receive-pack';
  const found = findRepository(world, git.owner, git.name);
  const repository = found && ('moved' in found ? found.moved : found.repository);
  if (actor === undefined && (pushes || repository === undefined || repository.private))
    throw new Refusal(401, 'No anonymous access.', { headers: challenge });
  if (repository === undefined) throw new Refusal(404, 'Repository not found.');
  const need = pushes
    ? ({ level: 'write', permission: 'contents=write' } as const)
    : ({ level: 'read', permission: 'contents=read' } as const);
  return { actor, repository, level: authorize(world.state, need, actor, repository) };
}

function pushReasons(
  world: World,
  repository: Repository,
  push: PushRequest,
  actor: Actor | undefined,
  level: Level,
): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const { ref, from, to } of push.commands) {
    const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
    if (branch === undefined || actor === undefined) continue;
    const creates = from === zeroSha;
    const target = to === zeroSha ? undefined : to;
    const reason = pushBlocker(world, repository, {
      branch,
      creates,
      to: target,
      forced: false,
      user: actor.user,
      level,
    });
    if (reason !== undefined) reasons.set(ref, reason.replace(/\s+/g, ' '));
  }
  return reasons;
}

/** Whether a push is forced shows only when its objects are there, so that git itself decides it. */
function pushSettings(world: World, repository: Repository, push: PushRequest, level: Level): GitSetting[] {
  const settings: GitSetting[] = [['receive.maxInputSize', String(maxPackBytes)]];
  const guarded = push.commands.some(({ ref }) => {
    const guards = guardsOf(world, repository, ref.replace(/^refs\/heads\//, ''));
    return guards.some(
      (guard) => !guard.rules.allowForcePushes && (!guard.ruleset || binds(guard, { level, by: 'push' })),
    );
  });
  if (guarded) settings.push(['receive.denyNonFastForwards', 'true']);
  return settings;
}
