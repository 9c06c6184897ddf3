import { Refusal } from '../answers/refusal.ts';
import { numberInNodeId } from '../bodies/node-id.ts';
import type { PullFacts } from '../bodies/pull.ts';
import { findRepository } from '../domain/find-repository.ts';
import { authorize, type Need } from '../identity/access.ts';
import type { Level } from '../identity/level.ts';
import type { Repository } from '../state/repositories.ts';
import type { Context } from './context.ts';
import { notResolved, shown } from './problem.ts';

/** The level that the caller has on a repository, if his token may read such things there. */
export function mayRead({ world, actor }: Context, repository: Repository, permission: string): Level {
  return authorize(world.state, { level: 'read', permission: `${permission}=read` }, actor, repository);
}

/** Finds a repository that the caller may see. Former names lead to it. */
export function findVisible(context: Context, owner: string, name: string): Repository {
  const found = findRepository(context.world, owner, name);
  const repository = found && ('moved' in found ? found.moved : found.repository);
  const unresolved = notResolved(`a Repository with the name '${shown(owner)}/${shown(name)}'`);
  if (repository === undefined) throw unresolved;
  try {
    mayRead(context, repository, 'metadata');
    return repository;
  } catch (error) {
    throw error instanceof Refusal && error.status === 404 ? unresolved : error;
  }
}

const unknownId = (id: string): Error => notResolved(`a node with the global id of '${shown(id)}'`);

export function repositoryById({ world }: Context, id: string): Repository {
  const number = numberInNodeId('Repository', id);
  const repository = number === undefined ? undefined : world.state.repositories.find({ id: number });
  if (repository === undefined) throw unknownId(id);
  return repository;
}

export function pullById({ world: { state } }: Context, id: string): PullFacts {
  const number = numberInNodeId('PullRequest', id);
  const pull = number === undefined ? undefined : state.pulls.find({ id: number });
  if (pull === undefined) throw unknownId(id);
  return {
    repository: state.repositories.get(pull.repositoryId),
    pull,
    issue: state.issues.get(pull.issueId),
  };
}

/** The pull request of an id, and the caller's level, for a write that needs `need`. */
export function pullToWrite(context: Context, id: string, need: Need): PullFacts & { readonly level: Level } {
  const facts = pullById(context, id);
  try {
    return { ...facts, level: authorize(context.world.state, need, context.actor, facts.repository) };
  } catch (error) {
    throw error instanceof Refusal && error.status === 404 ? unknownId(id) : error;
  }
}
