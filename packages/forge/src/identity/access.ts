import { notFound, Refusal, requiresAuthentication } from '../answers/refusal.ts';
import type { Repository } from '../state/repositories.ts';
import type { State } from '../state/state.ts';
import type { Actor } from './actor.ts';
import { atLeast, roleOf, type Level } from './level.ts';

/** The access that an operation requires. */
export interface Need {
  readonly level: Level;
  /** The fine-grained permission, such as `pull_requests=write`. */
  readonly permission: string;
  /** How a reader is told that he may not write: GitHub hides some operations and names the reason in others. */
  readonly denied?: 'hide' | 'say';
  /** The operation takes part in a discussion: a reader may do it, an anonymous caller may not. */
  readonly known?: boolean;
  /** Also on an archived repository. */
  readonly archived?: boolean;
}

/** The level that the caller has on the repository, after everything that may refuse him. */
export function authorize(state: State, need: Need, actor: Actor | undefined, repository: Repository): Level {
  const level = roleOf(state, actor?.user, repository);
  if (level === 'none') throw notFound();
  const writes = need.level !== 'read' || need.known === true;
  if (actor === undefined) {
    if (writes) throw requiresAuthentication();
    return level;
  }
  checkSso(state, actor, repository, writes);
  if (actor.token.kind === 'fine-grained') checkPermission(state, need, actor, repository);
  else checkScopes(actor, repository, writes);
  if (repository.archived && writes && !need.archived)
    throw new Refusal(403, 'Repository was archived so is read-only.');
  if (!atLeast(level, need.level)) throw denied(need);
  return level;
}

function denied(need: Need): Refusal {
  if (need.denied === 'hide') return notFound();
  return new Refusal(
    403,
    need.level === 'admin' ? 'Must have admin rights to Repository.' : 'Must have push access to Repository.',
  );
}

function checkScopes({ token }: Actor, repository: Repository, writes: boolean): void {
  if (token.scopes.includes('repo')) return;
  if (repository.private || (writes && !token.scopes.includes('public_repo'))) throw notFound();
}

function checkPermission(state: State, need: Need, { token, user }: Actor, repository: Repository): void {
  const owner = state.users.get(repository.ownerId);
  const listed = token.repositories?.includes(`${owner.login}/${repository.name}`) ?? owner.id === user.id;
  const [name = '', wanted = 'read'] = need.permission.split('=');
  const granted = name === 'metadata' ? 'read' : token.permissions[name];
  if (!listed && repository.private) throw notFound();
  if (!listed && wanted === 'read') return;
  if (!listed || granted === undefined || (wanted === 'write' && granted === 'read'))
    throw new Refusal(403, 'Resource not accessible by personal access token', {
      headers: { 'x-accepted-github-permissions': need.permission },
    });
}

function checkSso(state: State, { token }: Actor, repository: Repository, writes: boolean): void {
  const owner = state.users.get(repository.ownerId);
  if (!owner.saml || token.sso.includes(owner.login) || !(repository.private || writes)) return;
  throw new Refusal(
    403,
    'Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.',
    {
      headers: {
        'x-github-sso': `required; url=https://github.com/orgs/${owner.login}/sso?authorization_request=${token.digest.slice(0, 16)}`,
      },
    },
  );
}
