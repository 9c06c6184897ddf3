import type { TableShape } from './table.ts';

export interface Status {
  readonly id: number;
  readonly repositoryId: number;
  readonly sha: string;
  readonly state: 'error' | 'failure' | 'pending' | 'success';
  readonly context: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creatorId: number;
  readonly createdAt: string;
}

export const statuses: TableShape<Status> = {
  name: 'statuses',
  create: `CREATE TABLE IF NOT EXISTS statuses (
    id INTEGER PRIMARY KEY AUTOINCREMENT, repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
    sha TEXT NOT NULL, state TEXT NOT NULL, context TEXT NOT NULL, description TEXT, targetUrl TEXT,
    creatorId INTEGER NOT NULL REFERENCES users, createdAt TEXT NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS statusesBySha ON statuses (repositoryId, sha)`,
};

export const conclusions = [
  'success',
  'failure',
  'neutral',
  'cancelled',
  'skipped',
  'timed_out',
  'action_required',
] as const;
export const checkStatuses = ['queued', 'in_progress', 'completed', 'waiting', 'requested', 'pending'] as const;

export interface CheckRun {
  readonly id: number;
  readonly repositoryId: number;
  readonly sha: string;
  readonly name: string;
  readonly status: (typeof checkStatuses)[number];
  readonly conclusion: (typeof conclusions)[number] | null;
  readonly detailsUrl: string | null;
  readonly externalId: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly output: { readonly title: string | null; readonly summary: string | null; readonly text: string | null };
}

export const checkRuns: TableShape<CheckRun> = {
  name: 'checkRuns',
  create: `CREATE TABLE IF NOT EXISTS checkRuns (
    id INTEGER PRIMARY KEY AUTOINCREMENT, repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
    sha TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL, conclusion TEXT, detailsUrl TEXT,
    externalId TEXT NOT NULL, startedAt TEXT, completedAt TEXT, output TEXT NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS checkRunsBySha ON checkRuns (repositoryId, sha)`,
  json: ['output'],
};
