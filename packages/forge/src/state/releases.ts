import type { TableShape } from './table.ts';

export interface Release {
  readonly id: number;
  readonly repositoryId: number;
  readonly tagName: string;
  readonly target: string;
  readonly name: string | null;
  readonly body: string | null;
  readonly draft: boolean;
  readonly prerelease: boolean;
  readonly authorId: number;
  readonly createdAt: string;
  readonly publishedAt: string | null;
}

export const releases: TableShape<Release> = {
  name: 'releases',
  create: `CREATE TABLE IF NOT EXISTS releases (
    id INTEGER PRIMARY KEY AUTOINCREMENT, repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
    tagName TEXT NOT NULL, target TEXT NOT NULL, name TEXT, body TEXT, draft INTEGER NOT NULL,
    prerelease INTEGER NOT NULL, authorId INTEGER NOT NULL REFERENCES users, createdAt TEXT NOT NULL,
    publishedAt TEXT, UNIQUE (repositoryId, tagName)) STRICT`,
  booleans: ['draft', 'prerelease'],
};
