import { bypassOf } from '../domain/rulesets.ts';
import type { Level } from '../identity/level.ts';
import type { Repository } from '../state/repositories.ts';
import type { Ruleset } from '../state/rulesets.ts';
import type { World } from '../world.ts';
import { nodeId } from './node-id.ts';
import { apiOf, fullNameOf, htmlOf } from './repository.ts';

const bypassWords = { always: 'always', pull_request: 'pull_requests_only' } as const;

/** A ruleset as lists show it. */
export function rulesetSummary(world: World, repository: Repository, ruleset: Ruleset): Record<string, unknown> {
  return {
    id: ruleset.id,
    name: ruleset.name,
    target: 'branch',
    source_type: 'Repository',
    source: fullNameOf(world, repository),
    enforcement: ruleset.enforcement,
    node_id: nodeId('RepositoryRuleset', ruleset.id),
    _links: {
      self: { href: `${apiOf(world, repository)}/rulesets/${ruleset.id}` },
      html: { href: `${htmlOf(world, repository)}/rules/${ruleset.id}` },
    },
    created_at: ruleset.createdAt,
    updated_at: ruleset.updatedAt,
  };
}

/** A ruleset's own answer. Only administrators see who may bypass it. */
export function rulesetBody(
  world: World,
  repository: Repository,
  ruleset: Ruleset,
  level: Level,
): Record<string, unknown> {
  const mode = bypassOf(ruleset, level);
  return {
    ...rulesetSummary(world, repository, ruleset),
    conditions: { ref_name: { include: ruleset.include, exclude: ruleset.exclude } },
    rules: ruleset.rules,
    current_user_can_bypass: mode ? bypassWords[mode] : 'never',
    ...(level === 'admin' ? { bypass_actors: ruleset.bypassActors } : {}),
  };
}

/** The rules of a ruleset as they apply to one branch. */
export function branchRules(world: World, repository: Repository, ruleset: Ruleset): Record<string, unknown>[] {
  return ruleset.rules.map((rule) => ({
    ...rule,
    ruleset_source_type: 'Repository',
    ruleset_source: fullNameOf(world, repository),
    ruleset_id: ruleset.id,
  }));
}
