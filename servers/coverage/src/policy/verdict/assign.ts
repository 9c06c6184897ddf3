import type { Coverage, FileCoverage } from '../../profile/coverage.ts';
import { anyOf, compileDomainPattern, compileFilePattern } from '../matching/patterns.ts';
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
  /** Files excluded by a rule of the policy, and tests that no domain names; `ignored` files exclude themselves. */
  readonly excluded: readonly string[];
  readonly ignored: readonly string[];
}

/** Whether a domain has no line that can run. Files without a branch or function are not empty. */
export const isEmptyDomain = ({ domains }: Pick<Assignment, 'domains'>, name: string): boolean =>
  (domains.get(name) ?? []).every(({ lines }) => lines.length === 0);

/** Where a file counts. */
interface FilePlace {
  /** By a rule of the policy, or as a test that no domain names. */
  readonly excluded: boolean;
  readonly domains: readonly string[];
}

/** Says of a path where it counts. */
export type Assigner = (path: string) => FilePlace;

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
  const domainsOf = (path: string, isTest: boolean): readonly string[] => {
    const own = policy.annotations ? annotations?.get(path)?.domain : undefined;
    // A file that names a domain which does not exist is assigned as if it had said nothing.
    if (own !== undefined && names.has(own)) return [own];
    return domains.flatMap(({ name, matches, excludes, takesTests }) =>
      (takesTests || !isTest) && matches(path) && !excludes(path) ? [name] : [],
    );
  };
  return (path) => {
    const isTest = isTestFile(path);
    const found = domainsOf(path, isTest);
    return { excluded: isExcluded(path) || (isTest && found.length === 0), domains: found };
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
    const { excluded: isExcluded, domains: names } = assigner(file.path);
    if (isExcluded) excluded.push(file.path);
    else if (policy.annotations && annotations?.get(file.path)?.ignore === true) ignored.push(file.path);
    else {
      files.push(file);
      for (const name of names) domains.get(name)?.push(file);
      if (names.length === 0) unassigned.push(file.path);
      if (names.length > 1) overlaps.set(file.path, names);
    }
  }
  return { files, domains, unassigned, overlaps, excluded, ignored };
};
