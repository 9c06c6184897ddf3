import { noContent, ok, type Answer } from '../answers/answer.ts';
import { paged, readPage } from '../answers/paging.ts';
import { notFound, Refusal, unacceptable } from '../answers/refusal.ts';
import { userBody } from '../bodies/user.ts';
import { atLeast, permissionsOf, roleOf, type Level } from '../identity/level.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { User } from '../state/users.ts';
import type { RepositoryCall } from './call.ts';

const { optional, oneOf } = fields;

const oldNames: Readonly<Record<Level, string>> = {
  none: 'none',
  read: 'read',
  triage: 'read',
  write: 'write',
  maintain: 'write',
  admin: 'admin',
};

function collaboratorBody({ world, repository }: RepositoryCall, user: User): Record<string, unknown> {
  const level = roleOf(world.state, user, repository);
  return { ...userBody(world, user), permissions: permissionsOf(level), role_name: level };
}

function userOf(call: RepositoryCall): User {
  const user = call.world.state.users.find({ login: call.parameter('username') });
  if (user === undefined) throw notFound();
  return user;
}

export function listCollaborators(call: RepositoryCall): Answer {
  const { world, repository } = call;
  if (!atLeast(call.level, 'write')) throw new Refusal(403, 'Must have push access to view repository collaborators.');
  const owner = world.state.users.get(repository.ownerId);
  const others = world.state.collaborators
    .list({ repositoryId: repository.id })
    .map(({ userId }) => world.state.users.get(userId));
  const all = owner.type === 'User' ? [owner, ...others] : others;
  return paged(readPage(call.url), all, (user) => collaboratorBody(call, user));
}

export function checkCollaborator(call: RepositoryCall): Answer {
  if (!atLeast(call.level, 'write')) throw new Refusal(403, 'Must have push access to view repository collaborators.');
  const { id } = userOf(call);
  const known = call.world.state.collaborators.find({ repositoryId: call.repository.id, userId: id });
  if (known === undefined && id !== call.repository.ownerId) throw notFound();
  return noContent;
}

/** Takes effect at once: the forge has no invitations that must be accepted. */
export function putCollaborator(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const { permission = 'push' } = readInput(call.body, {
    permission: optional(oneOf(['pull', 'triage', 'push', 'maintain', 'admin'])),
  });
  const user = userOf(call);
  if (user.id === repository.ownerId) throw unacceptable('Repository owner cannot be a collaborator');
  world.state.transaction(() => {
    world.state.collaborators.delete({ repositoryId: repository.id, userId: user.id });
    world.state.collaborators.insert({ repositoryId: repository.id, userId: user.id, role: permission });
  });
  return noContent;
}

export function deleteCollaborator(call: RepositoryCall): Answer {
  call.world.state.collaborators.delete({ repositoryId: call.repository.id, userId: userOf(call).id });
  return noContent;
}

export function getCollaboratorPermission(call: RepositoryCall): Answer {
  const user = userOf(call);
  const level = roleOf(call.world.state, user, call.repository);
  return ok({ permission: oldNames[level], user: collaboratorBody(call, user), role_name: level });
}
