import { GitHubError } from '@recourse/github';
import type { Place } from '../asking/requests.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { protectionShape } from '../shapes/pull.ts';
import { wholeBranchShape } from '../shapes/repository.ts';
import type { Toolbox } from '../toolbox.ts';

/** The demands of branch protection, as far as this token may read them. */
export interface Protection {
  readonly isEnabled: boolean;
  readonly checks: readonly string[];
  /** Undefined for tokens that are not an administrator's: GitHub shows them the checks only. */
  readonly approvals: number | undefined;
  readonly bindsAdmins: boolean | undefined;
  readonly isLocked: boolean | undefined;
  /** Whether the head must contain the base. */
  readonly isStrict: boolean | undefined;
  /** Rules that can refuse a merge and whose state no API shows. */
  readonly others: readonly string[];
  /** Whether merge commits are refused. */
  readonly isLinear: boolean | undefined;
}

const opaqueRules = ['required_signatures', 'required_conversation_resolution'] as const;

/** In place of the fields that only an administrator's token is shown. */
const hidden = {
  approvals: undefined,
  bindsAdmins: undefined,
  isLocked: undefined,
  isStrict: undefined,
  others: [],
  isLinear: undefined,
};

/** Reads the protection of a branch. A token that may not read all of it gets the required checks. */
export const readProtection = async (
  { github }: Toolbox,
  { repo, branch }: Place & { readonly branch: string },
): Promise<Protection> => {
  const parameters = { ...repositoryName(repo), branch };
  const { value: shown } = await github.request({
    route: 'GET /repos/{owner}/{repo}/branches/{branch}',
    parameters,
    shape: wholeBranchShape,
    resource: { type: 'branch', id: branch },
  });
  const open = {
    isEnabled: shown.protection?.enabled ?? shown.protected,
    checks: shown.protection?.required_status_checks?.contexts ?? [],
  };
  try {
    const { value } = await github.request({
      route: 'GET /repos/{owner}/{repo}/branches/{branch}/protection',
      parameters,
      shape: protectionShape,
    });
    const { required_pull_request_reviews: reviews, enforce_admins: admins, lock_branch: lock } = value;
    const { required_linear_history: linear, required_status_checks: checks } = value;
    return {
      ...open,
      approvals: reviews ? (reviews.required_approving_review_count ?? 0) : 0,
      bindsAdmins: admins?.enabled ?? false,
      isLocked: lock?.enabled ?? false,
      isStrict: checks?.strict ?? false,
      others: opaqueRules.filter((rule) => value[rule]?.enabled === true),
      isLinear: linear?.enabled ?? false,
    };
  } catch (thrown) {
    if (thrown instanceof GitHubError && (thrown.status === 404 || thrown.status === 403)) {
      return { ...open, ...hidden };
    }
    throw thrown;
  }
};
