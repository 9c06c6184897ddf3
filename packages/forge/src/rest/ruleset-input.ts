import { unacceptable, validationFailed, type Refusal } from '../answers/refusal.ts';
import { mergeMethods } from '../domain/merge-commit.ts';
import { isRoleNumber } from '../domain/rulesets.ts';
import { fields, readInput, type InputOf } from '../input/read-input.ts';
import {
  bypassActorTypes,
  bypassModes,
  enforcements,
  ruleTypes,
  type BypassActor,
  type Rule,
  type Ruleset,
} from '../state/rulesets.ts';

const { text, flag, whole, list, object, optional, nullable, oneOf, anything } = fields;

const patterns = list(text);

export const rulesetShape = {
  name: text,
  target: optional(oneOf(['branch'])),
  enforcement: oneOf(enforcements),
  bypass_actors: optional(
    list(
      object({
        actor_id: optional(nullable(whole)),
        actor_type: oneOf(bypassActorTypes),
        bypass_mode: optional(oneOf(bypassModes)),
      }),
    ),
  ),
  conditions: optional(object({ ref_name: optional(object({ include: patterns, exclude: patterns })) })),
  rules: optional(list(object({ type: oneOf(ruleTypes), parameters: optional(anything) }))),
} as const;

const parameterShapes = {
  pull_request: {
    required_approving_review_count: whole,
    dismiss_stale_reviews_on_push: flag,
    require_code_owner_review: flag,
    require_last_push_approval: flag,
    required_review_thread_resolution: flag,
    allowed_merge_methods: optional(list(oneOf(mergeMethods))),
  },
  required_status_checks: {
    required_status_checks: list(object({ context: text, integration_id: optional(whole) })),
    strict_required_status_checks_policy: flag,
    do_not_enforce_on_create: optional(flag),
  },
  update: { update_allows_fetch_and_merge: flag },
} as const;

const most = { rulesets: 75, patterns: 100, patternCharacters: 255, rules: 100, checks: 100, name: 255 };

export type RulesetFacts = Omit<Ruleset, 'id' | 'repositoryId' | 'createdAt' | 'updatedAt'>;

/** Refuses a field of a ruleset, with the reason after its name. */
export const rulesetProblem = (field: string, reason: string): Refusal =>
  validationFailed({ resource: 'RepositoryRuleset', field, code: 'custom', message: `${field} ${reason}` });

/** Reads a ruleset in GitHub's wording. */
export function rulesetFrom(input: InputOf<typeof rulesetShape>): RulesetFacts {
  const { include = [], exclude = [] } = input.conditions?.ref_name ?? {};
  if (input.name.trim() === '' || input.name.length > most.name)
    throw rulesetProblem('name', `must have 1 to ${most.name} characters`);
  if (
    [...include, ...exclude].some((pattern) => !isPattern(pattern)) ||
    include.length + exclude.length > most.patterns
  )
    throw rulesetProblem(
      'conditions',
      `must have at most ${most.patterns} patterns, each ~ALL, ~DEFAULT_BRANCH or refs/heads/…`,
    );
  const rules = input.rules ?? [];
  if (rules.length > most.rules) throw rulesetProblem('rules', `must have at most ${most.rules} items`);
  return {
    name: input.name,
    enforcement: input.enforcement,
    bypassActors: (input.bypass_actors ?? []).map(actorFrom),
    include,
    exclude,
    rules: rules.map(({ type, parameters }) => ruleFrom(type, parameters)),
  };
}

function isPattern(pattern: string): boolean {
  if (pattern === '~ALL' || pattern === '~DEFAULT_BRANCH') return true;
  return pattern.startsWith('refs/heads/') && pattern.length <= most.patternCharacters;
}

function actorFrom(actor: {
  readonly actor_id: number | null | undefined;
  readonly actor_type: BypassActor['actor_type'];
  readonly bypass_mode: BypassActor['bypass_mode'] | undefined;
}): BypassActor {
  const id = actor.actor_id ?? null;
  if (actor.actor_type === 'RepositoryRole' && !isRoleNumber(id))
    throw rulesetProblem('bypass_actors', 'must use 2 (maintain), 4 (write) or 5 (admin) as the ID of a role');
  return { actor_id: id, actor_type: actor.actor_type, bypass_mode: actor.bypass_mode ?? 'always' };
}

function ruleFrom(type: Rule['type'], given: unknown): Rule {
  if (type !== 'pull_request' && type !== 'required_status_checks' && type !== 'update') return { type };
  if (given === undefined) {
    if (type === 'update') return { type };
    throw unacceptable(`Invalid request.\n\nThe rule '${type}' needs parameters.`);
  }
  const parameters = readInput(given, parameterShapes[type]);
  if ('required_status_checks' in parameters && parameters.required_status_checks.length > most.checks)
    throw rulesetProblem('rules', `must have at most ${most.checks} required status checks`);
  return { type, parameters: withoutUndefined(parameters) };
}

function withoutUndefined(object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** More than GitHub lets a repository have. */
export const maxRulesets = most.rulesets;
