import { protectionOf } from '../domain/guards.ts';
import type { ProtectionRules } from '../state/protections.ts';
import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';
import { apiOf } from './repository.ts';
import { userBody } from './user.ts';

/** The short form inside a branch. */
export function branchProtectionSummary(world: World, repository: Repository, branch: string): Record<string, unknown> {
  const rules = protectionOf(world, repository, branch);
  const contexts = rules?.requiredChecks?.contexts ?? [];
  return {
    enabled: rules !== undefined,
    required_status_checks: {
      enforcement_level: rules?.requiredChecks ? (rules.enforceAdmins ? 'everyone' : 'non_admins') : 'off',
      contexts,
      checks: contexts.map((context) => ({ context, app_id: null })),
    },
  };
}

/** The whole form, as reading and writing the protection answer it. */
export function protectionBody(
  world: World,
  repository: Repository,
  branch: string,
  rules: ProtectionRules,
): Record<string, unknown> {
  const url = `${apiOf(world, repository)}/branches/${encodeURIComponent(branch)}/protection`;
  const { requiredChecks, requiredReviews, pushers } = rules;
  return {
    url,
    ...(requiredChecks
      ? {
          required_status_checks: {
            url: `${url}/required_status_checks`,
            strict: requiredChecks.strict,
            contexts: requiredChecks.contexts,
            contexts_url: `${url}/required_status_checks/contexts`,
            checks: requiredChecks.contexts.map((context) => ({ context, app_id: null })),
          },
        }
      : {}),
    ...(requiredReviews
      ? {
          required_pull_request_reviews: {
            url: `${url}/required_pull_request_reviews`,
            dismiss_stale_reviews: requiredReviews.dismissStale,
            require_code_owner_reviews: requiredReviews.codeOwners,
            required_approving_review_count: requiredReviews.count,
            require_last_push_approval: requiredReviews.lastPushApproval,
          },
        }
      : {}),
    ...(pushers
      ? {
          restrictions: {
            url: `${url}/restrictions`,
            users_url: `${url}/restrictions/users`,
            teams_url: `${url}/restrictions/teams`,
            apps_url: `${url}/restrictions/apps`,
            users: pushers.flatMap((login) => {
              const user = world.state.users.find({ login });
              return user ? [userBody(world, user)] : [];
            }),
            teams: [],
            apps: [],
          },
        }
      : {}),
    required_signatures: { url: `${url}/required_signatures`, enabled: false },
    enforce_admins: { url: `${url}/enforce_admins`, enabled: rules.enforceAdmins },
    required_linear_history: { enabled: rules.linearHistory },
    allow_force_pushes: { enabled: rules.allowForcePushes },
    allow_deletions: { enabled: rules.allowDeletions },
    block_creations: { enabled: rules.blockCreations },
    required_conversation_resolution: { enabled: rules.conversationResolution },
    lock_branch: { enabled: rules.lockBranch },
    allow_fork_syncing: { enabled: rules.allowForkSyncing },
  };
}
