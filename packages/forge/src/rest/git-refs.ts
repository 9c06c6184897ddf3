import { created, noContent, ok, type Answer } from '../answers/answer.ts';
import { linkOf, readPage } from '../answers/paging.ts';
import { emptyRepository, notFound, unacceptable, validationFailed } from '../answers/refusal.ts';
import { nodeId } from '../bodies/node-id.ts';
import { apiOf } from '../bodies/repository.ts';
import { moveRefs } from '../domain/move-refs.ts';
import { pushBlocker, type Push } from '../domain/push-blocker.ts';
import { GitError } from '../git/git-error.ts';
import { isBranchName, isRefName, isSha } from '../git/names.ts';
import { StaleRef, type Ref, type RefMove } from '../git/refs.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { RepositoryCall } from './call.ts';

/** A list without a page size holds this many refs at most; a Link header leads on. */
const maxUnpaged = 10_000;

function refBody(
  { world, repository }: RepositoryCall,
  { name, sha, type }: Ref,
  api = apiOf(world, repository),
): Record<string, unknown> {
  return {
    ref: name,
    node_id: nodeId('Ref', repository.id, name),
    url: `${api}/git/${name}`,
    object: { sha, type, url: `${api}/git/${type}s/${sha}` },
  };
}

/** `heads/main` in an address is `refs/heads/main` in git. */
function refParameter(call: RepositoryCall): string {
  return `refs/${call.parameter('ref')}`;
}

export async function getRef(call: RepositoryCall): Promise<Answer> {
  const name = refParameter(call);
  const ref = isRefName(name) ? await call.git.refs.get(name) : undefined;
  if (ref) return ok(refBody(call, ref));
  if (await call.git.isEmpty()) throw emptyRepository();
  throw notFound();
}

export async function listMatchingRefs(call: RepositoryCall): Promise<Answer> {
  if (await call.git.isEmpty()) throw emptyRepository();
  const prefix = refParameter(call);
  // A prefix may end in the middle of a name, and must otherwise be one: `*` and `[` are patterns to git.
  if (!isRefName(`${prefix}x/x`)) return ok([]);
  const asked = readPage(call.url);
  const page = call.query('per_page') ? asked : { ...asked, size: maxUnpaged, skip: (asked.number - 1) * maxUnpaged };
  const found = await call.git.refs.list(prefix, { limit: page.size + 1, skip: page.skip });
  const link = linkOf(page, { more: found.length > page.size });
  const shown = found.slice(0, page.size);
  const api = apiOf(call.world, call.repository);
  const types = await typesOf(call, new Set(shown.map(({ sha }) => sha)));
  return ok(
    shown.map(({ name, sha }) => refBody(call, { name, sha, type: types.get(sha) ?? 'commit' }, api)),
    link ? { link } : undefined,
  );
}

async function typesOf({ git }: RepositoryCall, shas: ReadonlySet<string>): Promise<Map<string, string>> {
  const infos = await Promise.all([...shas].map((sha) => git.objects.info(sha)));
  return new Map(infos.flatMap((info) => (info ? [[info.sha, info.type] as const] : [])));
}

export async function createRef(call: RepositoryCall): Promise<Answer> {
  const { ref: name, sha } = readInput(call.body, { ref: fields.text, sha: fields.text });
  if (await call.git.isEmpty()) throw emptyRepository();
  checkName(name);
  const target = await objectFor(call, name, sha);
  if (await call.git.refs.get(name)) throw unacceptable('Reference already exists');
  guard(call, name, { creates: true, to: sha, forced: false });
  await move(call, { name, from: undefined, to: sha }, 'Reference already exists');
  const body = refBody(call, { name, sha, type: target });
  return created(body, String(body['url']));
}

export async function updateRef(call: RepositoryCall): Promise<Answer> {
  const { optional, text, flag } = fields;
  const { sha, force = false } = readInput(call.body, { sha: text, force: optional(flag) });
  const name = refParameter(call);
  const current = isRefName(name) ? await call.git.refs.get(name) : undefined;
  if (current === undefined) {
    if (await call.git.isEmpty()) throw emptyRepository();
    throw unacceptable('Reference does not exist');
  }
  const type = await objectFor(call, name, sha);
  const forward =
    current.type === 'commit' && type === 'commit' && (await call.git.history.isAncestor(current.sha, sha));
  if (!forward && !force) throw unacceptable('Update is not a fast forward');
  guard(call, name, { creates: false, to: sha, forced: !forward });
  await move(
    call,
    { name, from: current.sha, to: sha },
    force ? 'Reference cannot be updated' : 'Update is not a fast forward',
  );
  return ok(refBody(call, { name, sha, type }));
}

export async function deleteRef(call: RepositoryCall): Promise<Answer> {
  const name = refParameter(call);
  const current = isRefName(name) ? await call.git.refs.get(name) : undefined;
  if (current === undefined) {
    if (await call.git.isEmpty()) throw emptyRepository();
    throw unacceptable('Reference does not exist');
  }
  if (name === `refs/heads/${call.repository.defaultBranch}`) throw unacceptable('Cannot delete the default branch');
  guard(call, name, { creates: false, to: undefined, forced: false });
  await move(call, { name, from: current.sha, to: undefined }, 'Reference cannot be deleted');
  return noContent;
}

function checkName(name: string): void {
  const branch = /^refs\/heads\/(.*)$/s.exec(name)?.[1];
  if (!isRefName(name) || (branch !== undefined && !isBranchName(branch)))
    throw unacceptable(
      name.startsWith('refs/')
        ? `${JSON.stringify(name)} is not a valid ref name.`
        : "Reference name must start with 'refs/'.",
    );
}

async function objectFor({ git }: RepositoryCall, name: string, sha: string): Promise<string> {
  const found = isSha(sha) ? await git.objects.info(sha) : undefined;
  if (found === undefined) throw unacceptable('Object does not exist');
  if (name.startsWith('refs/heads/') && found.type !== 'commit')
    throw unacceptable('Reference update failed: a branch can only point to a commit');
  return found.type;
}

function guard(call: RepositoryCall, name: string, push: Pick<Push, 'creates' | 'to' | 'forced'>): void {
  if (name.startsWith('refs/pull/'))
    throw validationFailed({ resource: 'Reference', field: 'ref', code: 'custom', message: 'refs/pull is reserved' });
  const branch = /^refs\/heads\/(.*)$/.exec(name)?.[1];
  if (branch === undefined) return;
  const { user, level } = call;
  const blocker = pushBlocker(call.world, call.repository, { branch, user, level, ...push });
  if (blocker !== undefined) throw unacceptable(blocker);
}

/** Moves a ref. A stale update gets the same error as one that could never succeed. */
async function move(call: RepositoryCall, refMove: RefMove, whenLate: string): Promise<void> {
  try {
    await moveRefs(call.world, call.repository, [refMove]);
  } catch (error) {
    if (error instanceof StaleRef) throw unacceptable(whenLate);
    // A name can be free and still not fit: refs/heads/a and refs/heads/a/b exclude each other.
    if (error instanceof GitError && error.code !== undefined) throw unacceptable('Reference update failed');
    throw error;
  }
}
