import type { TableShape } from './table.ts';

export interface Repository {
  readonly id: number;
  readonly ownerId: number;
  readonly name: string;
  readonly description: string | null;
  readonly private: boolean;
  readonly archived: boolean;
  readonly hasIssues: boolean;
  readonly defaultBranch: string;
  readonly allowMergeCommit: boolean;
  readonly allowSquashMerge: boolean;
  readonly allowRebaseMerge: boolean;
  readonly deleteBranchOnMerge: boolean;
  /** Stands for the pre-receive hooks of an enterprise server: mergeable pulls then show `has_hooks`. */
  readonly hasHooks: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly pushedAt: string;
}

export const repositories: TableShape<Repository> = {
  name: 'repositories',
  create: `CREATE TABLE IF NOT EXISTS repositories (
    id INTEGER PRIMARY KEY AUTOINCREMENT, ownerId INTEGER NOT NULL REFERENCES users, name TEXT NOT NULL COLLATE NOCASE,
    description TEXT, private INTEGER NOT NULL, archived INTEGER NOT NULL, hasIssues INTEGER NOT NULL,
    defaultBranch TEXT NOT NULL, allowMergeCommit INTEGER NOT NULL, allowSquashMerge INTEGER NOT NULL,
    allowRebaseMerge INTEGER NOT NULL, deleteBranchOnMerge INTEGER NOT NULL, hasHooks INTEGER NOT NULL,
    createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, pushedAt TEXT NOT NULL, UNIQUE (ownerId, name)) STRICT`,
  booleans: [
    'private',
    'archived',
    'hasIssues',
    'allowMergeCommit',
    'allowSquashMerge',
    'allowRebaseMerge',
    'deleteBranchOnMerge',
    'hasHooks',
  ],
};

/** A former name, which answers with a redirect to the repository. */
export interface FormerName {
  readonly id: number;
  readonly ownerId: number;
  readonly name: string;
  readonly repositoryId: number;
}

export const formerNames: TableShape<FormerName> = {
  name: 'formerNames',
  create: `CREATE TABLE IF NOT EXISTS formerNames (
    id INTEGER PRIMARY KEY AUTOINCREMENT, ownerId INTEGER NOT NULL REFERENCES users, name TEXT NOT NULL COLLATE NOCASE,
    repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, UNIQUE (ownerId, name)) STRICT`,
};

export type Role = 'pull' | 'triage' | 'push' | 'maintain' | 'admin';

export interface Collaborator {
  readonly id: number;
  readonly repositoryId: number;
  readonly userId: number;
  readonly role: Role;
}

export const collaborators: TableShape<Collaborator> = {
  name: 'collaborators',
  create: `CREATE TABLE IF NOT EXISTS collaborators (
    id INTEGER PRIMARY KEY AUTOINCREMENT, repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
    userId INTEGER NOT NULL REFERENCES users, role TEXT NOT NULL, UNIQUE (repositoryId, userId)) STRICT`,
};
