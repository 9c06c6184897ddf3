import { noContent, ok, type Answer } from '../answers/answer.ts';
import { notFound, Refusal, unprocessable } from '../answers/refusal.ts';
import { protectionBody } from '../bodies/protection.ts';
import { isBranchName } from '../git/names.ts';
import { fields, readInput, type InputOf } from '../input/read-input.ts';
import type { ProtectionRules } from '../state/protections.ts';
import type { RepositoryCall } from './call.ts';

const { text, flag, whole, list, object, optional, nullable } = fields;

export const protectionShape = {
  required_status_checks: nullable(
    object({
      strict: flag,
      contexts: optional(list(text)),
      checks: optional(list(object({ context: text, app_id: optional(nullable(whole)) }))),
    }),
  ),
  enforce_admins: nullable(flag),
  required_pull_request_reviews: nullable(
    object({
      dismiss_stale_reviews: optional(flag),
      require_code_owner_reviews: optional(flag),
      required_approving_review_count: optional(whole),
      require_last_push_approval: optional(flag),
    }),
  ),
  restrictions: nullable(object({ users: list(text), teams: list(text) })),
  required_linear_history: optional(flag),
  allow_force_pushes: optional(nullable(flag)),
  allow_deletions: optional(flag),
  block_creations: optional(flag),
  required_conversation_resolution: optional(flag),
  lock_branch: optional(flag),
  allow_fork_syncing: optional(flag),
} as const;

async function branchOf(call: RepositoryCall): Promise<string> {
  const branch = call.parameter('branch');
  const ref = isBranchName(branch) ? await call.git.refs.get(`refs/heads/${branch}`) : undefined;
  if (ref === undefined) throw new Refusal(404, 'Branch not found');
  return branch;
}

export async function getProtection(call: RepositoryCall): Promise<Answer> {
  const branch = await branchOf(call);
  const found = call.world.state.protections.find({ repositoryId: call.repository.id, branch });
  if (found === undefined) throw new Refusal(404, 'Branch not protected');
  return ok(protectionBody(call.world, call.repository, branch, found.rules));
}

export async function putProtection(call: RepositoryCall): Promise<Answer> {
  const rules = rulesFrom(readInput(call.body, protectionShape));
  const { state } = call.world;
  const branch = await branchOf(call);
  const unknown = rules.pushers?.find((login) => state.users.find({ login }) === undefined);
  if (unknown !== undefined) throw unprocessable(`${unknown} is not a user of this forge`);
  state.transaction(() => {
    state.protections.delete({ repositoryId: call.repository.id, branch });
    state.protections.insert({ repositoryId: call.repository.id, branch, rules });
  });
  return ok(protectionBody(call.world, call.repository, branch, rules));
}

export async function deleteProtection(call: RepositoryCall): Promise<Answer> {
  const branch = await branchOf(call);
  if (call.world.state.protections.delete({ repositoryId: call.repository.id, branch }) === 0) throw notFound();
  return noContent;
}

/** GitHub's wording of the rules, turned into ours. */
export function rulesFrom(input: InputOf<typeof protectionShape>): ProtectionRules {
  const checks = input.required_status_checks;
  const reviews = input.required_pull_request_reviews;
  const count = reviews?.required_approving_review_count ?? 1;
  if (count < 0 || count > 6) throw unprocessable('Required approving review count must be between 0 and 6');
  return {
    requiredChecks: checks && {
      strict: checks.strict,
      contexts: [...new Set([...(checks.contexts ?? []), ...(checks.checks ?? []).map(({ context }) => context)])],
    },
    requiredReviews: reviews && {
      count,
      dismissStale: reviews.dismiss_stale_reviews ?? false,
      codeOwners: reviews.require_code_owner_reviews ?? false,
      lastPushApproval: reviews.require_last_push_approval ?? false,
    },
    pushers: input.restrictions && input.restrictions.users,
    enforceAdmins: input.enforce_admins ?? false,
    linearHistory: input.required_linear_history ?? false,
    allowForcePushes: input.allow_force_pushes ?? false,
    allowDeletions: input.allow_deletions ?? false,
    blockCreations: input.block_creations ?? false,
    conversationResolution: input.required_conversation_resolution ?? false,
    lockBranch: input.lock_branch ?? false,
    allowForkSyncing: input.allow_fork_syncing ?? false,
  };
}
