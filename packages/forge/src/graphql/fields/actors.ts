import { nodeId } from '../../bodies/node-id.ts';
import { empty } from '../connection.ts';
import type { UserSource } from '../sources.ts';
import type { Fields } from './fields.ts';

export const userFields: Fields<UserSource> = {
  id: ({ user }) => nodeId('User', user.id),
  login: ({ user }) => user.login,
  name: ({ user }) => user.name,
};

/** An organisation has no projects and no teams here. */
export const organizationFields: Fields<UserSource> = {
  id: ({ user }) => nodeId('User', user.id),
  login: ({ user }) => user.login,
  projects: () => empty,
  projectsV2: () => empty,
  team: () => null,
  teams: () => empty,
};
