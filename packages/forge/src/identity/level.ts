import type { Repository, Role } from '../state/repositories.ts';
import type { State } from '../state/state.ts';
import type { User } from '../state/users.ts';

/** Levels of access to a repository; each includes the ones before it. */
const levels = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;
export type Level = (typeof levels)[number];

const levelOfRole: Readonly<Record<Role, Level>> = {
  pull: 'read',
  triage: 'triage',
  push: 'write',
  maintain: 'maintain',
  admin: 'admin',
};

export function atLeast(level: Level, wanted: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(wanted);
}

export function roleOf(state: State, user: User | undefined, repository: Repository): Level {
  const open: Level = repository.private ? 'none' : 'read';
  if (user === undefined) return open;
  if (user.id === repository.ownerId || user.siteAdmin) return 'admin';
  const member = state.memberships.find({ organizationId: repository.ownerId, userId: user.id });
  if (member?.role === 'admin') return 'admin';
  const collaborator = state.collaborators.find({ repositoryId: repository.id, userId: user.id });
  const granted: Level = collaborator ? levelOfRole[collaborator.role] : member ? 'read' : 'none';
  return atLeast(granted, open) ? granted : open;
}

export function permissionsOf(level: Level): Record<'admin' | 'maintain' | 'push' | 'triage' | 'pull', boolean> {
  return {
    admin: level === 'admin',
    maintain: atLeast(level, 'maintain'),
    push: atLeast(level, 'write'),
    triage: atLeast(level, 'triage'),
    pull: atLeast(level, 'read'),
  };
}
