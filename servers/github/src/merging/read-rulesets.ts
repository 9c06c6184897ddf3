import { GitHubError } from '@recourse/github';
import { z } from 'zod';
import type { Place } from '../asking/requests.ts';
import { tryRead } from '../asking/try-read.ts';
import { repositoryName } from '../fields/repository-name.ts';
import type { Toolbox } from '../toolbox.ts';

/** The demands of the rulesets that apply to a branch. */
export interface RulesetRules {
  readonly checks: readonly string[];
  readonly approvals: number;
  /** Rules that can refuse a merge and whose state no API shows. */
  readonly others: readonly string[];
  readonly rules: readonly RulesetRule[];
  /** Whether merge commits are refused. */
  readonly isLinear: boolean;
  /** The methods that every ruleset allows; undefined if none restricts them. */
  readonly methods: readonly string[] | undefined;
}

/** One rule of one ruleset, as far as it can refuse a merge. */
export interface RulesetRule {
  /** Of the ruleset; undefined if the server does not say. */
  readonly id: number | undefined;
  readonly type: string;
  readonly checks: readonly string[];
  /** Whether the head must contain the base. */
  readonly isStrict: boolean;
  readonly approvals: number;
  readonly others: readonly string[];
}

const none: RulesetRules = { checks: [], approvals: 0, others: [], rules: [], isLinear: false, methods: undefined };
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
        strict_required_status_checks_policy: z.boolean().optional(),
        required_approving_review_count: z.number().optional(),
        required_review_thread_resolution: z.boolean().optional(),
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
    const shown = values.flat();
    const rules = shown.map(ruleOf);
    return {
      checks: rules.flatMap(({ checks }) => checks),
      approvals: Math.max(0, ...rules.map(({ approvals }) => approvals)),
      others: [...new Set(rules.flatMap(({ others }) => others))],
      rules,
      isLinear: rules.some(({ type }) => type === 'required_linear_history'),
      methods: methodsOf(
        shown.flatMap(({ parameters }) =>
          parameters?.allowed_merge_methods ? [parameters.allowed_merge_methods] : [],
        ),
      ),
    };
  } catch (thrown) {
    if (thrown instanceof GitHubError && thrown.status === 404) return none;
    throw thrown;
  }
};

const ruleOf = ({ type, ruleset_id: id, parameters }: z.infer<typeof rulesShape>[number]): RulesetRule => ({
  id,
  type,
  checks: (parameters?.required_status_checks ?? []).map((check) => check.context),
  isStrict: parameters?.strict_required_status_checks_policy === true,
  approvals: parameters?.required_approving_review_count ?? 0,
  others: [
    ...(opaqueTypes.has(type) ? [type] : []),
    ...(parameters?.required_review_thread_resolution === true ? ['required_review_thread_resolution'] : []),
  ],
});

const methodsOf = (lists: readonly (readonly string[])[]): readonly string[] | undefined =>
  lists.length === 0 ? undefined : (lists[0] ?? []).filter((method) => lists.every((list) => list.includes(method)));

const rulesetShape = z.object({ current_user_can_bypass: z.string().optional() });

/** Tells for each ruleset whether the owner of the token may bypass it with a pull request, as far as that is shown. */
export const readBypasses = async (
  { github }: Toolbox,
  { repo }: Place,
  ids: readonly number[],
): Promise<ReadonlyMap<number, boolean>> => {
  const bypasses = new Map<number, boolean>();
  for (const id of ids.slice(0, mostRulesets)) {
    const { value } = await tryRead(
      github.request({
        route: 'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}',
        parameters: { ...repositoryName(repo), ruleset_id: id },
        shape: rulesetShape,
      }),
    );
    const mode = value?.value.current_user_can_bypass;
    if (mode !== undefined) bypasses.set(id, mode !== 'never');
  }
  return bypasses;
};
