import { mergeMethods } from '../domain/merge-commit.ts';
import { runShape } from '../domain/start-run.ts';
import { fields, readInput, type InputOf } from '../input/read-input.ts';
import { protectionShape } from '../rest/protections.ts';
import { rulesetShape } from '../rest/ruleset-input.ts';
import { checkStatuses, conclusions } from '../state/checks.ts';

const { text, flag, list, object, optional, nullable, oneOf } = fields;

const commit = {
  /** The branch that receives the commit. A new one starts at `from`, or else at the default branch. */
  branch: optional(text),
  from: optional(text),
  message: text,
  author: optional(text),
  at: optional(text),
  /** An object of paths and contents; null removes the file. */
  files: list(object({ path: text, content: nullable(text), executable: optional(flag) })),
} as const;

const pull = {
  title: text,
  head: text,
  base: optional(text),
  body: optional(text),
  user: optional(text),
  draft: optional(flag),
  reviewers: optional(list(text)),
  reviews: optional(
    list(object({ user: text, event: oneOf(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']), body: optional(text) })),
  ),
  statuses: optional(
    list(
      object({ context: text, state: oneOf(['error', 'failure', 'pending', 'success']), description: optional(text) }),
    ),
  ),
  check_runs: optional(
    list(object({ name: text, status: optional(oneOf(checkStatuses)), conclusion: optional(oneOf(conclusions)) })),
  ),
  comments: optional(list(object({ user: text, body: text }))),
  closed: optional(flag),
  merged: optional(oneOf(mergeMethods)),
} as const;

const repository = {
  owner: text,
  name: text,
  description: optional(text),
  private: optional(flag),
  archived: optional(flag),
  default_branch: optional(text),
  has_issues: optional(flag),
  has_hooks: optional(flag),
  allow_merge_commit: optional(flag),
  allow_squash_merge: optional(flag),
  allow_rebase_merge: optional(flag),
  delete_branch_on_merge: optional(flag),
  /** An existing git directory to copy branches and tags from. */
  git: optional(text),
  collaborators: optional(
    list(object({ login: text, permission: optional(oneOf(['pull', 'triage', 'push', 'maintain', 'admin'])) })),
  ),
  commits: optional(list(object(commit))),
  tags: optional(list(object({ name: text, branch: text }))),
  protections: optional(list(object({ branch: text, rules: object(protectionShape) }))),
  rulesets: optional(list(object(rulesetShape))),
  releases: optional(
    list(
      object({
        tag_name: text,
        target_commitish: optional(text),
        name: optional(text),
        body: optional(text),
        draft: optional(flag),
        prerelease: optional(flag),
      }),
    ),
  ),
  workflow_runs: optional(list(object(runShape))),
  issues: optional(list(object({ title: text, body: optional(text), user: optional(text) }))),
  pulls: optional(list(object(pull))),
} as const;

const user = {
  login: text,
  name: optional(text),
  email: optional(text),
  type: optional(oneOf(['User', 'Organization'])),
  site_admin: optional(flag),
  saml: optional(flag),
  members: optional(list(object({ login: text, role: optional(oneOf(['member', 'admin'])) }))),
  tokens: optional(
    list(
      object({
        token: text,
        kind: optional(oneOf(['classic', 'fine-grained'])),
        scopes: optional(list(text)),
        permissions: optional(list(text)),
        repositories: optional(list(text)),
        sso: optional(list(text)),
        expires_at: optional(text),
      }),
    ),
  ),
} as const;

const seedShape = {
  users: optional(list(object(user))),
  repositories: optional(list(object(repository))),
} as const;

export type ReadSeed = InputOf<typeof seedShape>;
export type ReadUser = NonNullable<ReadSeed['users']>[number];
export type ReadRepository = NonNullable<ReadSeed['repositories']>[number];
export type ReadPull = NonNullable<ReadRepository['pulls']>[number];
export type ReadCommit = NonNullable<ReadRepository['commits']>[number];

/** The initial world, as written in a JSON file. `readSeed` checks it. */
export interface Seed {
  readonly users?: readonly object[];
  readonly repositories?: readonly object[];
}

/** Checks a seed; an invalid value is rejected with its location. */
export function readSeed(seed: unknown): ReadSeed {
  return readInput(seed, seedShape);
}
