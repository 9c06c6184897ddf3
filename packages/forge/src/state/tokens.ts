import { createHash } from 'node:crypto';
import type { TableShape } from './table.ts';

/** A token is stored as a digest. Classic ones have scopes, fine-grained ones permissions and repositories. */
export interface Token {
  readonly id: number;
  readonly digest: string;
  readonly userId: number;
  readonly kind: 'classic' | 'fine-grained';
  readonly scopes: readonly string[];
  /** For example `{ "pull_requests": "write" }`. */
  readonly permissions: Readonly<Record<string, 'read' | 'write'>>;
  /** Full names of the repositories of a fine-grained token; null means all of its owner. */
  readonly repositories: readonly string[] | null;
  /** Organisations for which the token was authorised for single sign-on. */
  readonly sso: readonly string[];
  readonly expiresAt: string | null;
}

export const tokens: TableShape<Token> = {
  name: 'tokens',
  create: `CREATE TABLE IF NOT EXISTS tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT, digest TEXT NOT NULL UNIQUE, userId INTEGER NOT NULL REFERENCES users,
    kind TEXT NOT NULL, scopes TEXT NOT NULL, permissions TEXT NOT NULL, repositories TEXT, sso TEXT NOT NULL,
    expiresAt TEXT) STRICT`,
  json: ['scopes', 'permissions', 'repositories', 'sso'],
};

export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
