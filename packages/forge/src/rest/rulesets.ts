import { created, noContent, ok, type Answer } from '../answers/answer.ts';
import { paged, readPage } from '../answers/paging.ts';
import { notFound } from '../answers/refusal.ts';
import { branchRules, rulesetBody, rulesetSummary } from '../bodies/ruleset.ts';
import { activeRulesets } from '../domain/rulesets.ts';
import { isDuplicate } from '../state/database.ts';
import { readInput } from '../input/read-input.ts';
import type { Ruleset } from '../state/rulesets.ts';
import type { RepositoryCall } from './call.ts';
import { maxRulesets, rulesetFrom, rulesetProblem, rulesetShape, type RulesetFacts } from './ruleset-input.ts';

export function listRulesets(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const all = world.state.rulesets.list({ repositoryId: repository.id });
  return paged(readPage(call.url), all, (ruleset) => rulesetSummary(world, repository, ruleset));
}

export function getRuleset(call: RepositoryCall): Answer {
  return ok(rulesetBody(call.world, call.repository, find(call), call.level));
}

export function createRuleset(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const facts = rulesetFrom(readInput(call.body, rulesetShape));
  if (world.state.rulesets.count({ repositoryId: repository.id }) >= maxRulesets)
    throw rulesetProblem('name', `cannot be used for a new ruleset: a repository can have at most ${maxRulesets}`);
  const now = world.clock.now();
  const ruleset = unlessTaken(facts, () =>
    world.state.rulesets.insert({ repositoryId: repository.id, ...facts, createdAt: now, updatedAt: now }),
  );
  return created(rulesetBody(world, repository, ruleset, call.level));
}

export function updateRuleset(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const old = find(call);
  const facts = rulesetFrom(
    readInput({ name: old.name, enforcement: old.enforcement, ...wordsOf(old), ...bodyOf(call) }, rulesetShape),
  );
  const ruleset = unlessTaken(facts, () =>
    world.state.rulesets.update(old.id, { ...facts, updatedAt: world.clock.now() }),
  );
  return ok(rulesetBody(world, repository, ruleset, call.level));
}

export function deleteRuleset(call: RepositoryCall): Answer {
  call.world.state.rulesets.delete({ id: find(call).id });
  return noContent;
}

/** The rules in force on a branch, which need not exist. */
export function listBranchRules(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const rules = activeRulesets(world, repository, call.parameter('branch')).flatMap((ruleset) =>
    branchRules(world, repository, ruleset),
  );
  return paged(readPage(call.url), rules, (rule) => rule);
}

function find(call: RepositoryCall): Ruleset {
  const id = call.numberParameter('ruleset_id');
  const ruleset = call.world.state.rulesets.find({ id, repositoryId: call.repository.id });
  if (ruleset === undefined) throw notFound();
  return ruleset;
}

/** Fields that an update leaves out stay as they are. */
function wordsOf({ bypassActors, include, exclude, rules }: Ruleset): Record<string, unknown> {
  return { bypass_actors: bypassActors, conditions: { ref_name: { include, exclude } }, rules };
}

function bodyOf({ body }: RepositoryCall): object {
  readInput(body, {});
  return typeof body === 'object' && body !== null ? body : {};
}

function unlessTaken(facts: RulesetFacts, write: () => Ruleset): Ruleset {
  try {
    return write();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw rulesetProblem('name', `must be unique, and ${JSON.stringify(facts.name)} is already in use`);
  }
}
