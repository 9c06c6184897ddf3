import type { CheckRun } from './checks.ts';
import type { TableShape } from './table.ts';

export interface Workflow {
  readonly id: number;
  readonly repositoryId: number;
  readonly name: string;
  readonly path: string;
  readonly createdAt: string;
}

export const workflows: TableShape<Workflow> = {
  name: 'workflows',
  create: `CREATE TABLE IF NOT EXISTS workflows (
    id INTEGER PRIMARY KEY AUTOINCREMENT, repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
    name TEXT NOT NULL, path TEXT NOT NULL, createdAt TEXT NOT NULL, UNIQUE (repositoryId, path)) STRICT`,
};

export interface WorkflowRun {
  readonly id: number;
  readonly repositoryId: number;
  readonly workflowId: number;
  readonly number: number;
  readonly event: string;
  readonly title: string;
  readonly branch: string;
  readonly sha: string;
  readonly actorId: number;
  readonly createdAt: string;
}

export const workflowRuns: TableShape<WorkflowRun> = {
  name: 'workflowRuns',
  create: `CREATE TABLE IF NOT EXISTS workflowRuns (
    id INTEGER PRIMARY KEY AUTOINCREMENT, repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
    workflowId INTEGER NOT NULL REFERENCES workflows ON DELETE CASCADE, number INTEGER NOT NULL, event TEXT NOT NULL,
    title TEXT NOT NULL, branch TEXT NOT NULL, sha TEXT NOT NULL, actorId INTEGER NOT NULL REFERENCES users,
    createdAt TEXT NOT NULL, UNIQUE (workflowId, number)) STRICT;
    CREATE INDEX IF NOT EXISTS workflowRunsByRepository ON workflowRuns (repositoryId)`,
};

interface Step {
  readonly name: string;
  readonly status: CheckRun['status'];
  readonly conclusion: CheckRun['conclusion'];
  readonly log: string;
}

/** The part of a job that its check run does not have. A job and its check run have one id, as on GitHub. */
export interface Job {
  readonly id: number;
  readonly repositoryId: number;
  readonly runId: number;
  readonly steps: readonly Step[];
}

export const jobs: TableShape<Job> = {
  name: 'jobs',
  create: `CREATE TABLE IF NOT EXISTS jobs (
    id INTEGER PRIMARY KEY REFERENCES checkRuns ON DELETE CASCADE,
    repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
    runId INTEGER NOT NULL REFERENCES workflowRuns ON DELETE CASCADE, steps TEXT NOT NULL) STRICT;
    CREATE INDEX IF NOT EXISTS jobsByRun ON jobs (runId)`,
  json: ['steps'],
};
