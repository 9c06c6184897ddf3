import { sha256Of } from '../sources/digest.ts';
import { linesOf } from './find-section.ts';
import type { NewPatch } from './make-patch.ts';

/** The patch of the smallest range of lines in which two contents of a file differ. */
export const rangeOf = (path: string, before: string, after: string): NewPatch => {
  const old = linesOf(before);
  const next = linesOf(after);
  let start = 0;
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end)) end += 1;
  const added = next.slice(start, next.length - end);
  return {
    type: 'update_file_range',
    path,
    start_line: start + 1,
    end_line: Math.max(0, old.length - end),
    new_content: added.map((line) => `${line}\n`).join(''),
    expected_before_hash: sha256Of(before),
  };
};
