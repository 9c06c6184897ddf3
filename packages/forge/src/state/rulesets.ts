import type { TableShape } from './table.ts';

export const ruleTypes = [
  'creation',
  'update',
  'deletion',
  'required_linear_history',
  'required_signatures',
  'pull_request',
  'required_status_checks',
  'non_fast_forward',
] as const;

/** One rule as GitHub writes it; only two types have parameters. */
export interface Rule {
  readonly type: (typeof ruleTypes)[number];
  readonly parameters?: Readonly<Record<string, unknown>>;
}

export const bypassActorTypes = ['RepositoryRole', 'OrganizationAdmin'] as const;
export const bypassModes = ['always', 'pull_request'] as const;

export interface BypassActor {
  readonly actor_id: number | null;
  readonly actor_type: (typeof bypassActorTypes)[number];
  readonly bypass_mode: (typeof bypassModes)[number];
}

export const enforcements = ['active', 'disabled', 'evaluate'] as const;

/** Rules for all branches that a list of patterns names. */
export interface Ruleset {
  readonly id: number;
  readonly repositoryId: number;
  readonly name: string;
  readonly enforcement: (typeof enforcements)[number];
  readonly bypassActors: readonly BypassActor[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly rules: readonly Rule[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const rulesets: TableShape<Ruleset> = {
  name: 'rulesets',
  create: `CREATE TABLE IF NOT EXISTS rulesets (
    id INTEGER PRIMARY KEY AUTOINCREMENT, repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
    name TEXT NOT NULL, enforcement TEXT NOT NULL, bypassActors TEXT NOT NULL, include TEXT NOT NULL,
    exclude TEXT NOT NULL, rules TEXT NOT NULL, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL,
    UNIQUE (repositoryId, name)) STRICT`,
  json: ['bypassActors', 'include', 'exclude', 'rules'],
};
