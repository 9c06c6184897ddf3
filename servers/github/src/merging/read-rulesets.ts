import { GitHubError } from '@recourse/github';
import { z } from 'zod';
import type { Place } from '../asking/requests.ts';
import { repositoryName } from '../fields/repository-name.ts';
import type { Toolbox } from '../toolbox.ts';

/** The demands of the rulesets that apply to a branch. */
export interface RulesetRules {
  readonly checks: readonly string[];
  readonly approvals: number;
  /** Types of rules that can refuse a merge and whose state no API shows. */
  readonly others: readonly string[];
  readonly ids: readonly number[];
  /** Whether merge commits are refused. */
  readonly isLinear: boolean;
  /** The methods that every ruleset allows; undefined if none restricts them. */
  readonly methods: readonly string[] | undefined;
}

const none: RulesetRules = { checks: [], approvals: 0, others: [], ids: [], isLinear: false, methods: undefined };
const mostPages = 5;

/** More rulesets than a branch has in practice; each costs a request. */
const mostRulesets = 10;

const opaqueTypes: ReadonlySet<string> = new Set([
  'update',
  'required_deployments',
  'required_signatures',
  'merge_queue',
  'workflows',
  'code_scanning',
  'code_quality',
]);

const rulesShape = z.array(
  z.object({
    type: z.string(),
    ruleset_id: z.number().optional(),
    parameters: z
      .object({
        required_status_checks: z.array(z.object({ context: z.string() })).optional(),
        required_approving_review_count: z.number().optional(),
        allowed_merge_methods: z.array(z.string()).optional(),
      })
      .optional(),
  }),
);

/** Reads the rules of all rulesets that apply to a branch. Every token that sees the repository may; old servers have none. */
export const readRulesets = async (
  { github }: Toolbox,
  { repo, branch }: Place & { readonly branch: string },
): Promise<RulesetRules> => {
  try {
    const { values } = await github.pages(
      {
        route: 'GET /repos/{owner}/{repo}/rules/branches/{branch}',
        parameters: { ...repositoryName(repo), branch },
        shape: rulesShape,
      },
      mostPages,
    );
    const rules = values.flat();
    return {
      checks: rules.flatMap(({ parameters }) =>
        (parameters?.required_status_checks ?? []).map((check) => check.context),
      ),
      approvals: Math.max(0, ...rules.map(({ parameters }) => parameters?.required_approving_review_count ?? 0)),
      others: [...new Set(rules.map(({ type }) => type).filter((type) => opaqueTypes.has(type)))],
      isLinear: rules.some(({ type }) => type === 'required_linear_history'),
      methods: methodsOf(
        rules.flatMap(({ parameters }) =>
          parameters?.allowed_merge_methods ? [parameters.allowed_merge_methods] : [],
        ),
      ),
      ids: [...new Set(rules.flatMap(({ ruleset_id: id }) => (id === undefined ? [] : [id])))],
    };
  } catch (thrown) {
    if (thrown instanceof GitHubError && thrown.status === 404) return none;
    throw thrown;
  }
};

const methodsOf = (lists: readonly (readonly string[])[]): readonly string[] | undefined =>
  lists.length === 0 ? undefined : (lists[0] ?? []).filter((method) => lists.every((list) => list.includes(method)));

const rulesetShape = z.object({ current_user_can_bypass: z.string().optional() });

/** Tells whether the owner of the token may bypass all of these rulesets with a pull request; false if there are none. */
export const mayBypassRulesets = async (
  { github }: Toolbox,
  { repo }: Place,
  ids: readonly number[],
): Promise<boolean> => {
  if (ids.length === 0 || ids.length > mostRulesets) return false;
  for (const id of ids) {
    const { value } = await github.request({
      route: 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}',
      parameters: { ...repositoryName(repo), ruleset_id: id },
      shape: rulesetShape,
    });
    if ((value.current_user_can_bypass ?? 'never') === 'never') return false;
  }
  return true;
};
