import { metrics, profileFormats } from '../../profile/coverage.ts';
import { runnerNames } from '../../running/plan.ts';
import { compileDomainPattern, compileFilePattern } from '../matching/patterns.ts';
import { flag, formatVersion, list, oneOf, percent, section, text } from './rules.ts';
import type { Report, Rule } from './rules.ts';
import type { YamlTree } from '@recourse/yaml';

// prettier-ignore
const languages = [
  'auto', 'go', 'python', 'typescript', 'javascript', 'java', 'rust', 'csharp', 'cpp', 'php', 'ruby', 'swift', 'dart',
  'scala', 'elixir', 'shell',
];

const patternProblem =
  (compile: (pattern: string) => unknown) =>
  (value: string): string | undefined => {
    const compiled = compile(value);
    return typeof compiled === 'string' ? compiled : undefined;
  };
const folderPattern = text({ problem: patternProblem(compileDomainPattern) });
const filePattern = text({ problem: patternProblem(compileFilePattern) });

/** A path from the root down. Links are judged when it is used. */
const innerPath = text({
  longest: 1024,
  problem: (value) => {
    if (/^(?:[/\\~]|[A-Za-z]:)/.test(value)) return 'it must be a path relative to the root of the project';
    return value.split(/[/\\]/).includes('..') ? "it must not contain the segment '..'" : undefined;
  },
});

const domainFields = section({
  name: text({ longest: 128 }),
  match: list(folderPattern),
  min: percent,
  warn: percent,
  exclude: list(filePattern),
});
const fileRuleFields = section({ match: list(filePattern), min: percent });

export type DomainDraft = NonNullable<ReturnType<typeof domainFields>> & { readonly name: string };

/** The entry of a map, for what is wrong with several together. */
const entryOf = (tree: YamlTree, key: string): YamlTree | undefined =>
  tree.kind === 'map' ? tree.entries.get(key)?.value : undefined;

const domain: Rule<DomainDraft> = (tree, key, report) => {
  const read = domainFields(tree, key, report);
  if (read === undefined) return undefined;
  if (entryOf(tree, 'name') === undefined) report({ offset: tree.offset, key, reason: `'${key}' has no 'name'` });
  if (read.warn !== undefined && read.min !== undefined && read.warn < read.min) {
    const offset = entryOf(tree, 'warn')?.offset ?? tree.offset;
    report({ offset, key: `${key}.warn`, reason: `'${key}.warn' is below 'min', so it can never warn` });
  }
  return read.name === undefined ? undefined : { ...read, name: read.name };
};

const domains: Rule<readonly DomainDraft[]> = (tree, key, report) => {
  const read = list(domain)(tree, key, report);
  if (tree.kind === 'list') reportTwins(tree.items, key, report);
  return read;
};

const reportTwins = (items: readonly YamlTree[], key: string, report: Report): void => {
  const seen = new Set<unknown>();
  for (const [index, item] of items.entries()) {
    const name = entryOf(item, 'name');
    if (name?.kind !== 'value') continue;
    const place = `${key}[${index}].name`;
    if (seen.has(name.value))
      report({ offset: name.offset, key: place, reason: `'${place}': another domain already has this name` });
    seen.add(name.value);
  }
};

const fileRule: Rule<{ readonly match: readonly string[]; readonly min: number }> = (tree, key, report) => {
  const read = fileRuleFields(tree, key, report);
  if (read === undefined) return undefined;
  for (const needed of ['match', 'min']) {
    if (entryOf(tree, needed) === undefined)
      report({ offset: tree.offset, key, reason: `'${key}' has no '${needed}'` });
  }
  return read.match && read.min !== undefined ? { match: read.match, min: read.min } : undefined;
};

const mappingFields = section({
  from: text({
    longest: 1024,
    problem: (value) => (/^(?:\/|[A-Za-z]:[/\\]|\\\\[^\\/])/.test(value) ? undefined : 'it must be an absolute path'),
  }),
  to: innerPath,
});

const pathMapping: Rule<{ readonly from: string; readonly to: string }> = (tree, key, report) => {
  const read = mappingFields(tree, key, report);
  if (read === undefined) return undefined;
  for (const needed of ['from', 'to']) {
    if (entryOf(tree, needed) === undefined)
      report({ offset: tree.offset, key, reason: `'${key}' has no '${needed}'` });
  }
  return read.from !== undefined && read.to !== undefined ? { from: read.from, to: read.to } : undefined;
};

/** Every key of a file. Those of coverctl mean what they mean there; `runner` and `diff.min` are ours. */
export const policyFields = section({
  version: formatVersion,
  extends: text({ longest: 1024 }),
  language: oneOf(languages),
  runner: oneOf(runnerNames),
  profile: section({ format: oneOf(['auto', ...profileFormats]), path: innerPath }),
  policy: section({ default: section({ min: percent }), domains }),
  exclude: list(filePattern),
  files: list(fileRule),
  diff: section({ enabled: flag, base: text({ longest: 255 }), min: percent }),
  merge: section({ profiles: list(innerPath, { most: 50 }) }),
  integration: section({
    enabled: flag,
    packages: list(text()),
    run_args: list(text()),
    cover_dir: innerPath,
    profile: innerPath,
  }),
  paths: list(pathMapping, { most: 50 }),
  metric: oneOf(metrics),
  annotations: section({ enabled: flag }),
});

/** The content of one file, before it is merged with the files that it extends. */
export type PolicyDraft = NonNullable<ReturnType<typeof policyFields>>;
