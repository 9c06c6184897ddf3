import { ProfileError } from '../problem.ts';
import { readEntries } from './entries.ts';
import { countOf, listOf, objectOf } from './json.ts';
import type { FormatReader, ReaderContext } from './reader.ts';

/** The report of `coverage json`. It says which lines ran, not how often: a line that ran has the count 1. */
export const readCoveragePy: FormatReader = async (context) => {
  let hasFiles = false;
  await readEntries(context.source, context.limits, (key, value, at) => {
    if (key !== 'files') return;
    hasFiles = true;
    for (const [name, file] of Object.entries(objectOf(value, "'files'", at))) readFile(context, name, file, at);
  });
  if (!hasFiles) throw new ProfileError("it has no 'files', so it is not a coverage.py JSON report");
};

const readFile = ({ collector, placer }: ReaderContext, name: string, value: unknown, at: number): void => {
  const file = objectOf(value, 'an entry', at);
  collector.begin(placer.place(name, at), at);
  for (const [list, hits] of [
    ['executed_lines', 1],
    ['missing_lines', 0],
  ] as const) {
    for (const line of listOf(file[list], `'${list}' of an entry`, at)) {
      collector.line(countOf(line, 'a line number', at), hits, at);
    }
  }
  // Without branch coverage there are no such lists.
  for (const [list, taken] of [
    ['executed_branches', 1],
    ['missing_branches', 0],
  ] as const) {
    for (const branch of listOf(file[list] ?? [], `'${list}' of an entry`, at)) {
      const [line, target] = listOf(branch, 'a branch', at);
      if (typeof target !== 'number' || !Number.isSafeInteger(target))
        throw new ProfileError('a branch has no target', at);
      // A way out of a function has a target below zero.
      const way = target >= 0 ? target * 2 : -target * 2 + 1;
      collector.branch({ line: countOf(line, 'the line number of a branch', at), decision: 0, way, taken }, at);
    }
  }
  collector.end();
};
