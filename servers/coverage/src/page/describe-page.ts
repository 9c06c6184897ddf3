import { judgePath } from '@recourse/engine/untrusted-values';
import path from 'node:path';
import type { Judgement, Sources } from '../measuring/judge.ts';
import { countedIn } from '../policy/index.ts';
import { countLines } from '../profile/index.ts';
import type { FileCoverage } from '../profile/index.ts';
import type { Toolbox } from '../toolbox.ts';
import type { CoveragePage, PageFile, PageLine } from './render-page.ts';

/** A browser loads the whole page, so the sources in it are bounded. */
const mostSources = 400;
const mostBytes = 6 * 1024 * 1024;
const largestSource = 1024 * 1024;

/** Collects the contents of a page, files with the most uncovered lines first. */
export const describePage = async (
  { root }: Toolbox,
  { coverage }: Sources,
  { verdict, provenance }: Judgement,
): Promise<CoveragePage> => {
  const isCounted = countedIn(verdict);
  const files = [...coverage.files.values()]
    .filter(({ path: name }) => isCounted(name))
    .map((file) => ({ file, counts: countLines(file) }))
    .toSorted(
      (one, other) =>
        other.counts.total - other.counts.covered - (one.counts.total - one.counts.covered) ||
        (one.file.path < other.file.path ? -1 : 1),
    );
  const shown: PageFile[] = [];
  let bytes = 0;
  for (const [index, { file, counts }] of files.entries()) {
    const text = index < mostSources && bytes < mostBytes ? await readSource(root, file.path) : undefined;
    bytes += text?.length ?? 0;
    shown.push({ path: file.path, ...counts, ...(text !== undefined && { lines: linesOf(file, text) }) });
  }
  const { overall, domains } = verdict;
  return {
    title: `Coverage of ${path.basename(root)}`,
    percent: overall.percent,
    covered: overall.covered,
    total: overall.total,
    domains: domains.map(({ domain, percent, required, status }) => ({ name: domain, percent, required, status })),
    files: shown,
    attested: provenance.profiles.every(({ attested }) => attested),
    origin: originOf(provenance),
  };
};

const readSource = async (root: string, name: string): Promise<string | undefined> => {
  const place = await judgePath(root, name, { type: 'file', mustExist: true });
  if (!place.ok) return undefined;
  try {
    return (await place.path.stat()).size > largestSource ? undefined : await place.path.readText();
  } catch {
    return undefined;
  }
};

const linesOf = ({ lines, hits, branches }: FileCoverage, text: string): readonly PageLine[] => {
  const counts = new Map([...lines].map((line, index) => [line, hits[index] ?? 0]));
  const partly = new Set(branches.filter(({ taken }) => taken === 0).map(({ line }) => line));
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line, index) => {
      const number = index + 1;
      const count = counts.get(number);
      return { number, text: line, hits: count, state: stateOf(count, partly.has(number)) };
    });
};

const stateOf = (count: number | undefined, isPartly: boolean): PageLine['state'] => {
  if (count === undefined) return undefined;
  if (count === 0) return 'uncovered';
  return isPartly ? 'partly' : 'covered';
};

/** Describes where the numbers come from, a line each. */
export const originOf = ({ commit, dirty, runner, profiles, config, skipped }: Judgement['provenance']): string[] => [
  `Commit ${commit?.slice(0, 12) ?? 'unknown'}${dirty === true ? ', with uncommitted changes' : ''}`,
  ...(runner ? [`Runner ${runner.name} ${runner.version ?? ''}`.trim()] : []),
  ...profiles.map(
    ({ path: name, written_at, attested }) =>
      `Profile ${name} of ${written_at}, ${attested ? 'attested' : 'unattested: not produced by a test run of the current sources on this server'}`,
  ),
  `Policy ${config.path ?? 'built in'}, ${config.digest.slice(0, 12)}${config.changed === true ? ', changed on this branch' : ''}`,
  ...(skipped.length > 0 ? [`Not included: ${skipped.join('; ')}`] : []),
];
