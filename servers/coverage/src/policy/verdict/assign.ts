import type { Coverage, FileCoverage } from '../../profile/coverage.ts';
import { anyOf, compileDomainPattern, compileFilePattern } from '../matching/patterns.ts';
import type { Matcher } from '../matching/patterns.ts';
import type { Policy } from '../policy.ts';
import type { Annotations } from './annotations.ts';
import { sortedFiles } from './counts.ts';
import { isTestFile, namesTests } from './test-files.ts';

/** Which files count, and where. */
export interface Assignment {
  /** Everything that counts, by path. */
  readonly files: readonly FileCoverage[];
  /** By name of domain, in the order of the policy; a file may be in several. */
  readonly domains: ReadonlyMap<string, readonly FileCoverage[]>;
  readonly unassigned: readonly string[];
  /** Files in more than one domain, with the names of these. */
  readonly overlaps: ReadonlyMap<string, readonly string[]>;
  /** What a rule of the policy excludes and tests that no domain names, and what excludes itself. */
  readonly excluded: readonly string[];
  readonly ignored: readonly string[];
}

/** Answers for a path whether it is excluded, and which domains it belongs to. */
export interface Assigner {
  readonly isExcluded: Matcher;
  domainsOf(path: string): readonly string[];
}

export const createAssigner = (policy: Policy, annotations?: Annotations): Assigner => {
  const { module } = policy;
  const domains = policy.domains.map(({ name, match, exclude }) => ({
    name,
    matches: anyOf(match, compileDomainPattern, module),
    excludes: anyOf(exclude, compileFilePattern, module),
    takesTests: match.some((pattern) => namesTests(pattern)),
  }));
  const names = new Set(domains.map(({ name }) => name));
  const isExcluded = anyOf(policy.exclude, compileFilePattern, module);
  const domainsOf = (path: string): readonly string[] => {
    const own = policy.annotations ? annotations?.get(path)?.domain : undefined;
    // A file that names a domain which is not there is assigned as if it had said nothing.
    if (own !== undefined && names.has(own)) return [own];
    const isTest = isTestFile(path);
    return domains.flatMap(({ name, matches, excludes, takesTests }) =>
      (takesTests || !isTest) && matches(path) && !excludes(path) ? [name] : [],
    );
  };
  return {
    isExcluded: (path) => isExcluded(path) || (isTestFile(path) && domainsOf(path).length === 0),
    domainsOf,
  };
};

/** Puts the files of a profile into the domains of a policy. */
export const assign = (coverage: Coverage, policy: Policy, annotations?: Annotations): Assignment => {
  const assigner = createAssigner(policy, annotations);
  const domains = new Map<string, FileCoverage[]>(policy.domains.map(({ name }) => [name, []]));
  const overlaps = new Map<string, readonly string[]>();
  const files: FileCoverage[] = [];
  const [unassigned, excluded, ignored]: [string[], string[], string[]] = [[], [], []];
  for (const file of sortedFiles(coverage)) {
    if (assigner.isExcluded(file.path)) excluded.push(file.path);
    else if (policy.annotations && annotations?.get(file.path)?.ignore === true) ignored.push(file.path);
    else {
      const names = assigner.domainsOf(file.path);
      files.push(file);
      for (const name of names) domains.get(name)?.push(file);
      if (names.length === 0) unassigned.push(file.path);
      if (names.length > 1) overlaps.set(file.path, names);
    }
  }
  return { files, domains, unassigned, overlaps, excluded, ignored };
};
