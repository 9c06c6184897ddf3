import { expect } from 'vitest';
import type { Outcome } from '../../failures/outcome.ts';
import { isJsonObject } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { CallFacts, Dialect } from '../dialect.ts';

/**
 * An example of a seed is met when the outcome renders to it, extension fields removed, and when the example itself,
 * read and written again, stays what it was.
 */
export const expectExample = (dialect: Dialect, example: Json, outcome: Outcome, facts?: CallFacts): void => {
  expect(ownFields(dialect, dialect.render(outcome, facts))).toEqual(example);
  expectStable(dialect, example, facts);
};

/** The example, read and written again, stays what it was. */
export const expectStable = (dialect: Dialect, example: Json, facts?: CallFacts): void => {
  const parsed = dialect.parse(example);
  expect(parsed).toBeDefined();
  if (parsed) expect(ownFields(dialect, dialect.render(parsed, facts))).toEqual(example);
};

/** The part of a wire that the dialect's own contract defines: the pinned extension fields are removed. */
export const ownFields = (dialect: Dialect, wire: JsonObject): JsonObject => {
  const copy = JSON.parse(JSON.stringify(wire)) as JsonObject;
  for (const path of dialect.extensions) remove(copy, path.split('.'));
  // `details` is optional in the contracts that keep the extension there: what held nothing else did not exist.
  const { error } = copy;
  if (isJsonObject(error) && isJsonObject(error['details']) && Object.keys(error['details']).length === 0) {
    const { details: _, ...rest } = error;
    return { ...copy, error: rest };
  }
  return copy;
};

const remove = (value: unknown, [step, ...rest]: readonly string[]): void => {
  if (step === undefined || typeof value !== 'object' || value === null) return;
  const fields = value as Record<string, unknown>;
  if (step.endsWith('[]')) {
    const items = fields[step.slice(0, -2)];
    if (Array.isArray(items)) for (const item of items) remove(item, rest);
  } else if (rest.length === 0) delete fields[step];
  else remove(fields[step], rest);
};
