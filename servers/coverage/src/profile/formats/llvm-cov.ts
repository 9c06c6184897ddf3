import { ProfileError } from '../problem.ts';
import { readEntries } from './entries.ts';
import { countOf, isCount, listOf, objectOf } from './json.ts';
import type { FormatReader, ReaderContext } from './reader.ts';

/** The report of `llvm-cov export`, which `cargo llvm-cov --json` and `swift test` write too. */
export const readLlvmCov: FormatReader = async (context) => {
  let hasData = false;
  await readEntries(context.source, context.limits, (key, value, at) => {
    if (key !== 'data') return;
    hasData = true;
    for (const unit of listOf(value, "'data'", at)) {
      for (const file of listOf(objectOf(unit, 'an export', at)['files'], "'files' of an export", at)) {
        readFile(context, file, at);
      }
    }
  });
  if (!hasData) throw new ProfileError("it has no 'data', so it is not an llvm-cov JSON export");
};

/** A place where a region begins or ends. Its count holds up to the next place. */
interface Segment {
  readonly line: number;
  readonly count: number;
  readonly hasCount: boolean;
  /** Begins a region; gaps between statements do not count as one. */
  readonly isEntry: boolean;
  readonly isGap: boolean;
}

const readFile = ({ collector, placer, limits }: ReaderContext, value: unknown, at: number): void => {
  const file = objectOf(value, 'a file', at);
  const name = file['filename'];
  if (typeof name !== 'string' || name === '') throw new ProfileError('a file has no filename', at);
  collector.begin(placer.place(name, at), at);
  const segments = listOf(file['segments'], "'segments' of a file", at).map((segment) => readSegment(segment, at));
  for (const { line } of segments) {
    if (line > limits.lineNumber) throw new ProfileError(`a line number is higher than ${limits.lineNumber}`, at);
  }
  for (const [line, hits] of linesOf(segments)) collector.line(line, hits, at);
  for (const [decision, branch] of listOf(file['branches'] ?? [], "'branches' of a file", at).entries()) {
    const [line, , , , taken, missed] = listOf(branch, 'a branch', at);
    const place = { line: countOf(line, 'the line number of a branch', at), decision };
    collector.branch({ ...place, way: 0, taken: countOf(taken, 'the hit count of a branch', at) }, at);
    collector.branch({ ...place, way: 1, taken: countOf(missed, 'the hit count of a branch', at) }, at);
  }
  collector.end();
};

const readSegment = (value: unknown, at: number): Segment => {
  const [line, column, count, hasCount, isEntry, isGap = false] = listOf(value, 'a segment', at);
  if (!isCount(line) || !isCount(column)) throw new ProfileError('a segment has no line or no column', at);
  return {
    line,
    count: countOf(count, 'the hit count of a segment', at),
    hasCount: hasCount === true,
    isEntry: isEntry === true,
    isGap: isGap === true,
  };
};

/** Lines with their counts by LLVM's own rule: the highest count of the regions that begin on a line or reach it. */
function* linesOf(segments: readonly Segment[]): Generator<readonly [line: number, hits: number], void, void> {
  let wrapped: Segment | undefined;
  let index = 0;
  const last = segments.at(-1)?.line ?? 0;
  for (let line = segments[0]?.line ?? 1; line <= last; line += 1) {
    // Between two regions nothing is counted: a file cannot make the loop long with few segments.
    if (wrapped?.hasCount !== true) line = Math.max(line, segments[index]?.line ?? line);
    const begun: Segment[] = [];
    for (let next = segments[index]; next && next.line <= line; next = segments[index]) {
      begun.push(next);
      index += 1;
    }
    const regions = begun.filter(({ hasCount, isEntry, isGap }) => hasCount && isEntry && !isGap);
    const isSkipped = begun[0] !== undefined && !begun[0].hasCount && begun[0].isEntry;
    if (!isSkipped && (wrapped?.hasCount === true || regions.length > 0)) {
      const reaching = wrapped?.hasCount === true ? wrapped.count : 0;
      yield [line, regions.reduce((most, { count }) => Math.max(most, count), reaching)];
    }
    wrapped = begun.at(-1) ?? wrapped;
  }
}
