import type { TableShape } from './table.ts';

/** The rules of a protected branch. Null means that the rule is off. */
export interface ProtectionRules {
  readonly requiredChecks: { readonly strict: boolean; readonly contexts: readonly string[] } | null;
  readonly requiredReviews: {
    readonly count: number;
    readonly dismissStale: boolean;
    readonly codeOwners: boolean;
    readonly lastPushApproval: boolean;
  } | null;
  /** Logins that may push; null allows everyone with push access. */
  readonly pushers: readonly string[] | null;
  readonly enforceAdmins: boolean;
  readonly linearHistory: boolean;
  readonly allowForcePushes: boolean;
  readonly allowDeletions: boolean;
  readonly blockCreations: boolean;
  readonly conversationResolution: boolean;
  readonly lockBranch: boolean;
  readonly allowForkSyncing: boolean;
}

export interface Protection {
  readonly id: number;
  readonly repositoryId: number;
  readonly branch: string;
  readonly rules: ProtectionRules;
}

export const protections: TableShape<Protection> = {
  name: 'protections',
  create: `CREATE TABLE IF NOT EXISTS protections (
    id INTEGER PRIMARY KEY AUTOINCREMENT, repositoryId INTEGER NOT NULL REFERENCES repositories ON DELETE CASCADE,
    branch TEXT NOT NULL, rules TEXT NOT NULL, UNIQUE (repositoryId, branch)) STRICT`,
  json: ['rules'],
};
