import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { meantName, meantOption } from './meant-name.ts';
import type { Problem } from './problem.ts';

/**
 * Names that an object lacks, and names that it has and the schema does not know. Where other names are allowed, an
 * unknown one is a problem only if it stands for a required name that is missing.
 */
export const findNameProblems = (schema: JsonObject, value: JsonObject, path: string): readonly Problem[] => {
  const { properties, patternProperties, additionalProperties, required } = schema;
  const declared = isJsonObject(properties) ? properties : {};
  const known = Object.keys(declared);
  const missing = (Array.isArray(required) ? (required as readonly Json[]) : []).filter(
    (name): name is string => typeof name === 'string' && isMissing(value, name) && !hasDefault(declared[name]),
  );
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(declared, name) && value[name] !== undefined);
  const isClosed = additionalProperties === false && !isJsonObject(patternProperties);
  // A required name comes before an optional one of the same likeness: without it the call cannot succeed.
  const free = known.filter((name) => isMissing(value, name));
  // A name that may as well stand for one that is there too says the same twice, or something else.
  const present = known.filter((name) => !isMissing(value, name));
  const meant = new Map(
    unknown.map((name) => {
      const isTaken = meantName(name, present) !== undefined;
      return [
        name,
        isTaken ? undefined : (meantName(name, missing) ?? (isClosed ? meantOption(name, free) : undefined)),
      ];
    }),
  );
  const claims = [...meant.values()];
  const isOnly = (name: string | undefined): name is string =>
    name !== undefined && claims.filter((claim) => claim === name).length === 1;
  return [
    ...missing.map((name) => missingProblem(name, path)),
    ...unknown
      .filter((name) => isClosed || isOnly(meant.get(name)))
      .map((name) => {
        const suggestion = meant.get(name);
        return unknownProblem(name, path, known, isOnly(suggestion) ? suggestion : undefined);
      }),
  ];
};

const isMissing = (value: JsonObject, name: string): boolean =>
  !Object.hasOwn(value, name) || value[name] === undefined;

/** Some generators list parameters with a default as required. */
const hasDefault = (schema: unknown): boolean => isJsonObject(schema) && schema['default'] !== undefined;

const missingProblem = (name: string, path: string): Problem => ({
  path,
  keyword: 'required',
  message: `must have required property '${name}'`,
  params: { missingProperty: name },
});

const unknownProblem = (
  name: string,
  path: string,
  known: readonly string[],
  suggestion: string | undefined,
): Problem => ({
  path,
  keyword: 'additionalProperties',
  message: 'must NOT have additional properties',
  params: { additionalProperty: name },
  known,
  ...(suggestion !== undefined && { suggestion }),
});
