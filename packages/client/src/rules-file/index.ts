export { parseRules } from './parse-rules.ts';
export type { ParsedRules, RulesProblem } from './parse-rules.ts';
export { readRules } from './read-rules.ts';
