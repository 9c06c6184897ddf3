import { createLines, parseYaml } from '@recourse/yaml';
import type { ServerRules } from '../rules/rule.ts';
import { Fields } from './fields.ts';
import type { Finding } from './fields.ts';
import { parseRule } from './parse-rule.ts';
import { runTests } from './run-tests.ts';

/** A problem of a rules file, with line and column from 1. */
export interface RulesProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface ParsedRules {
  /** Undefined if the file has a problem. */
  readonly rules: ServerRules | undefined;
  readonly problems: readonly RulesProblem[];
  /** How many tests of the file passed. */
  readonly passed: number;
}

const limits = { lines: 5_000, marks: 50_000, brackets: 32, depth: 16, values: 20_000 };
const names = ['server', 'reads', 'idempotent', 'polls', 'rules', 'tests'];
const mostRules = 500;

/** Reads the rules of a server from YAML, checks them, and runs the tests that the file contains. Never throws. */
export const parseRules = (yaml: string): ParsedRules => {
  const findings: Finding[] = [];
  const { root, findings: syntax } = parseYaml(yaml, limits);
  findings.push(...syntax);
  const lines = createLines(yaml);
  const report = (offset: number, message: string): void => {
    findings.push({ offset, message });
  };
  let rules: ServerRules | undefined;
  let passed = 0;
  if (root?.kind !== 'map') {
    if (syntax.length === 0)
      report(root?.offset ?? 0, `A rules file must be a map. Allowed keys: ${names.join(', ')}.`);
  } else {
    const fields = new Fields(root, names, report);
    const server = fields.texts('server');
    if (!fields.has('server')) report(root.offset, "'server' is missing: the name that the server reports for itself.");
    const listed = fields.maps('rules');
    if (listed.length > mostRules) report(root.offset, `A file can have at most ${mostRules} rules.`);
    rules = {
      names: server ?? [],
      ...pick('reads', fields),
      ...pick('idempotent', fields),
      ...pick('polls', fields),
      rules: listed.flatMap((map) => parseRule(map, report) ?? []),
    };
    if (findings.length === 0) passed = runTests(fields.maps('tests'), rules, report);
  }
  const problems = findings.map(({ offset, message }) => ({ ...lines.at(offset), message }));
  return { rules: problems.length === 0 ? rules : undefined, problems, passed };
};

const pick = (name: 'reads' | 'idempotent' | 'polls', fields: Fields): Partial<ServerRules> => {
  const texts = fields.texts(name);
  return texts ? { [name]: texts } : {};
};
