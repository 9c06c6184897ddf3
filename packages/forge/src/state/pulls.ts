import type { TableShape } from './table.ts';

/** The data of a pull request beyond its issue. `headSha` follows the head branch while the pull request is open. */
export interface Pull {
  readonly id: number;
  readonly issueId: number;
  readonly repositoryId: number;
  readonly number: number;
  readonly draft: boolean;
  readonly headRef: string;
  readonly headSha: string;
  readonly baseRef: string;
  readonly baseSha: string;
  readonly maintainerCanModify: boolean;
  readonly mergedAt: string | null;
  readonly mergedById: number | null;
  readonly mergeCommitSha: string | null;
}

export const pulls: TableShape<Pull> = {
  name: 'pulls',
  create: `CREATE TABLE IF NOT EXISTS pulls (
    id INTEGER PRIMARY KEY AUTOINCREMENT, issueId INTEGER NOT NULL UNIQUE REFERENCES issues ON DELETE CASCADE,
    repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE, number INTEGER NOT NULL,
    draft INTEGER NOT NULL, headRef TEXT NOT NULL, headSha TEXT NOT NULL, baseRef TEXT NOT NULL, baseSha TEXT NOT NULL,
    maintainerCanModify INTEGER NOT NULL, mergedAt TEXT, mergedById INTEGER REFERENCES users, mergeCommitSha TEXT,
    UNIQUE (repositoryId, number)) STRICT`,
  booleans: ['draft', 'maintainerCanModify'],
};

/**
 * Written before the base branch moves, removed when the pull request is marked as merged: after a crash it tells
 * whether a merge was half done, and git tells whether the branch moved.
 */
export interface MergeIntent {
  readonly id: number;
  readonly pullId: number;
  readonly sha: string;
  readonly userId: number;
  readonly at: string;
}

export const mergeIntents: TableShape<MergeIntent> = {
  name: 'mergeIntents',
  create: `CREATE TABLE IF NOT EXISTS mergeIntents (
    id INTEGER PRIMARY KEY AUTOINCREMENT, pullId INTEGER NOT NULL REFERENCES pulls ON DELETE CASCADE,
    sha TEXT NOT NULL, userId INTEGER NOT NULL REFERENCES users, at TEXT NOT NULL) STRICT`,
};
