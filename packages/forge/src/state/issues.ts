import type { TableShape } from './table.ts';

/** Issues and pull requests share one sequence of numbers, and a pull request is also an issue. */
export interface Issue {
  readonly id: number;
  readonly repositoryId: number;
  readonly number: number;
  readonly isPull: boolean;
  readonly title: string;
  readonly body: string | null;
  readonly state: 'open' | 'closed';
  readonly userId: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
}

export const issues: TableShape<Issue> = {
  name: 'issues',
  create: `CREATE TABLE IF NOT EXISTS issues (
    id INTEGER PRIMARY KEY AUTOINCREMENT, repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
    number INTEGER NOT NULL, isPull INTEGER NOT NULL, title TEXT NOT NULL, body TEXT, state TEXT NOT NULL,
    userId INTEGER NOT NULL REFERENCES users, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, closedAt TEXT,
    UNIQUE (repositoryId, number)) STRICT`,
  booleans: ['isPull'],
};

export interface Comment {
  readonly id: number;
  readonly repositoryId: number;
  readonly issueId: number;
  readonly userId: number;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const comments: TableShape<Comment> = {
  name: 'comments',
  create: `CREATE TABLE IF NOT EXISTS comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
    issueId INTEGER NOT NULL REFERENCES issues ON DELETE CASCADE, userId INTEGER NOT NULL REFERENCES users,
    body TEXT NOT NULL, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL) STRICT`,
};
