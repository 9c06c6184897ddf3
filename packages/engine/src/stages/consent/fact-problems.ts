import { isJsonObject } from '@recourse/contract';

const mostFacts = 20;
const longestFact = 1000;
const factName = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** Lists the reasons why facts cannot be shown, in words for the author of the tool. */
export const factProblems = (facts: unknown): readonly string[] => {
  if (!isJsonObject(facts)) return ["'shown' must return an object with names and values"];
  const entries = Object.entries(facts);
  return [
    ...(entries.length === 0 ? ["'shown' returned an empty object"] : []),
    ...(entries.length > mostFacts ? [`'shown' returned more than ${mostFacts} values`] : []),
    ...entries
      .slice(0, mostFacts)
      .flatMap(([name, value]) => [
        ...(factName.test(name) ? [] : [`the name '${name.slice(0, 40)}' must match ${factName.source}`]),
        ...valueProblems(name, value),
      ]),
  ];
};

const valueProblems = (name: string, value: unknown): readonly string[] => {
  if (typeof value === 'string') {
    return value.length > longestFact ? [`'${name.slice(0, 40)}' is longer than ${longestFact} characters`] : [];
  }
  return typeof value === 'boolean' || Number.isFinite(value)
    ? []
    : [`'${name.slice(0, 40)}' must be a string, a finite number or a boolean`];
};
