import path from 'node:path';
import type { Changes } from '../../git/index.ts';
import type { Counts, FileCoverage } from '../../profile/coverage.ts';
import { countLines } from '../../profile/index.ts';
import type { Policy } from '../policy.ts';
import type { Assigner, Assignment } from './assign.ts';
import { byText, none } from './counts.ts';
import { judgeMeasure } from './judge-measure.ts';
import type { ChangedLinesResult } from './verdict.ts';

/** Holds the changed lines together, and each new file, to the minimum for changes. */
export const judgeChanges = (
  changes: Changes,
  policy: Policy,
  { assignment, assigner }: { readonly assignment: Assignment; readonly assigner: Assigner },
): ChangedLinesResult => {
  const required = policy.diff.minimum ?? policy.defaultMinimum;
  let [covered, total] = [none.covered, none.total];
  const uncovered: { file: string; lines: readonly number[] }[] = [];
  for (const file of assignment.files) {
    const changed = changes.files.get(file.path);
    if (!changed) continue;
    const [counts, missed] = changedCounts(file, changed);
    covered += counts.covered;
    total += counts.total;
    if (missed.length > 0) uncovered.push({ file: file.path, lines: missed });
  }
  const newFiles = assignment.files
    .filter((file) => changes.added.has(file.path))
    .map((file) => ({ file: file.path, ...judgeMeasure(countLines(file), required) }));
  return {
    ...judgeMeasure({ covered, total }, required),
    base: changes.base,
    uncovered,
    newFiles,
    unmeasured: unmeasured(changes, assignment, assigner),
  };
};

/** Both lists rise, so that one pass over each is enough. */
const changedCounts = (file: FileCoverage, changed: Uint32Array): [Counts, number[]] => {
  const missed: number[] = [];
  let [covered, total, at] = [0, 0, 0];
  for (const [index, line] of file.lines.entries()) {
    while (at < changed.length && (changed[at] ?? 0) < line) at += 1;
    if (changed[at] !== line) continue;
    total += 1;
    if ((file.hits[index] ?? 0) > 0) covered += 1;
    else missed.push(line);
  }
  return [{ covered, total }, missed];
};

const testFile =
  /(?:^|\/)(?:tests?|__tests__|testdata|__mocks__)\/|[._](?:test|spec)\.|(?:^|\/)(?:test_[^/]*|conftest)\.py$|\.d\.[cm]?ts$/;

/** Only the kinds of files that the profile knows can be sources; tests measure, and are not measured. */
const unmeasured = (
  changes: Changes,
  { files, excluded, ignored }: Assignment,
  assigner: Assigner,
): readonly string[] => {
  const known = new Set([...files.map((file) => file.path), ...excluded, ...ignored]);
  const kinds = new Set(files.map((file) => path.posix.extname(file.path)));
  return [...changes.files.keys()]
    .filter((name) => !known.has(name) && kinds.has(path.posix.extname(name)) && !testFile.test(name))
    .filter((name) => {
      const { excluded: isExcluded, domains } = assigner(name);
      return !isExcluded && domains.length > 0;
    })
    .toSorted(byText);
};
