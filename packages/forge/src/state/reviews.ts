import type { TableShape } from './table.ts';

export interface Review {
  readonly id: number;
  readonly pullId: number;
  readonly userId: number;
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'PENDING' | 'DISMISSED';
  readonly body: string;
  readonly commitId: string;
  readonly submittedAt: string | null;
}

export const reviews: TableShape<Review> = {
  name: 'reviews',
  create: `CREATE TABLE IF NOT EXISTS reviews (
    id INTEGER PRIMARY KEY AUTOINCREMENT, pullId INTEGER NOT NULL REFERENCES pulls ON DELETE CASCADE,
    userId INTEGER NOT NULL REFERENCES users, state TEXT NOT NULL, body TEXT NOT NULL, commitId TEXT NOT NULL,
    submittedAt TEXT) STRICT`,
};

export interface ReviewRequest {
  readonly id: number;
  readonly pullId: number;
  readonly userId: number;
}

export const reviewRequests: TableShape<ReviewRequest> = {
  name: 'reviewRequests',
  create: `CREATE TABLE IF NOT EXISTS reviewRequests (
    id INTEGER PRIMARY KEY AUTOINCREMENT, pullId INTEGER NOT NULL REFERENCES pulls ON DELETE CASCADE,
    userId INTEGER NOT NULL REFERENCES users, UNIQUE (pullId, userId)) STRICT`,
};
