import { createLines, parseYaml } from '@recourse/yaml';
import type { YamlLimits } from '@recourse/yaml';
import type { Adapter } from './adapter.ts';
import { buildAdapter } from './build-adapter.ts';
import { adapterRule } from './fields/adapter-fields.ts';
import type { AdapterProblem } from './problem.ts';
import { duplicate } from './rules/findings.ts';
import type { Finding, Report } from './rules/findings.ts';
import { nothing } from './rules/place.ts';
import { holdsSecret, reportSecrets } from './secrets.ts';
import { splitParts } from './front-matter.ts';
import type { Format, Parts } from './front-matter.ts';

export interface ReadAdapter {
  /** There only if nothing is wrong but warnings. */
  readonly adapter?: Adapter;
  /** In the order of the file. */
  readonly problems: readonly AdapterProblem[];
}

const mostCharacters = 1_048_576;
/** Far above what the largest adapter has. */
const limits: YamlLimits = { lines: 100_000, marks: 300_000, brackets: 1000, depth: 32, values: 200_000 };
/** A longer list is of no use to a reader, and every problem takes time. */
const mostProblems = 500;

/**
 * Reads an adapter file: Markdown with front matter, YAML, or JSON. Everything that is wrong with it is said at once.
 * It never throws, and repeats no secret.
 */
export const readAdapter = (given: string, { format }: { readonly format?: Format } = {}): ReadAdapter => {
  const text = given.replace(/^\uFEFF/, '');
  const findings: Finding[] = [];
  const whole = (message: string, suggestion: string, offset = 0): ReadAdapter => {
    findings.push({ ...fileFinding(offset, message), suggestion });
    return { problems: place(findings, text) };
  };
  if (text.length > mostCharacters) return whole('The file is larger than 1 MiB', 'split it into several adapters');
  if (text.trim() === '') return whole('The file is empty', 'begin with the name, type and version of the adapter');
  if (text.includes('\0'))
    return whole('The file is not text', 'write the adapter as Markdown, YAML or JSON', text.indexOf('\0'));
  const parts = splitParts(text, format);
  if (!parts)
    return whole('The file has no front matter', "put the fields between two '---' lines at the beginning of the file");
  const adapter = readParts(parts, findings);
  const problems = place(findings, text);
  const broken = problems.some(({ severity }) => severity === 'error');
  return { ...(adapter && !broken && { adapter }), problems };
};

class EnoughProblems extends Error {}

const readParts = (parts: Parts, findings: Finding[]): Adapter | undefined => {
  try {
    return readTree(parts, (finding) => {
      if (findings.length >= mostProblems) throw new EnoughProblems();
      findings.push({ ...finding, offset: finding.offset + parts.offset });
    });
  } catch (error) {
    if (error instanceof EnoughProblems) return undefined;
    throw error;
  }
};

const readTree = ({ yaml, documentation }: Parts, report: Report): Adapter | undefined => {
  const { root, findings: syntax } = parseYaml(yaml, limits);
  for (const { offset, message, duplicate: again } of syntax) {
    if (again === undefined) report(fileFinding(offset, `The YAML cannot be read: ${message}`));
    else report(duplicate({ path: again, offset, tree: nothing }, `'${again}' is defined multiple times`));
  }
  if (holdsSecret(documentation)) {
    const finding = fileFinding(yaml.length, 'The text below the front matter contains what looks like a secret');
    report({ ...finding, suggestion: 'remove the secret and revoke it', confidential: true });
  }
  if (!root) {
    if (syntax.length === 0) report(fileFinding(0, 'The file has no fields'));
    return undefined;
  }
  reportSecrets(root, report);
  const section = adapterRule({ path: '', offset: root.offset, tree: root }, report);
  return section && buildAdapter(section, documentation, report);
};

/** Something about the file as text, or as a whole. */
const fileFinding = (offset: number, message: string): Finding => ({
  severity: 'error',
  code: 'SCHEMA_VALIDATION_ERROR',
  message,
  field_path: '',
  offset,
});

/** Gives findings their lines and columns, in the order of the file, each once. */
const place = (findings: readonly Finding[], text: string): readonly AdapterProblem[] => {
  const lines = createLines(text);
  const seen = new Set<string>();
  return findings
    .toSorted((one, other) => one.offset - other.offset)
    .filter(({ offset, field_path, message }) => {
      const key = `${offset} ${field_path} ${message}`;
      return !seen.has(key) && seen.add(key);
    })
    .map(({ offset, ...finding }) => ({ ...finding, ...lines.at(offset) }));
};
