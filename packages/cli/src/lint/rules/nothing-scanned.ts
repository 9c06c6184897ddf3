import type { Rule } from './rule.ts';

/** A check of nothing finds nothing, and would pass forever. */
export const nothingScanned: Rule = {
  id: 'nothing-scanned',
  check: ({ files, directories }) =>
    files > 0
      ? []
      : [
          {
            place: { file: directories[0] ?? '.', line: 1, column: 1 },
            code: null,
            message: `No source file was read in ${directories.join(', ')}.`,
            hint: 'Pass the directories that contain your TypeScript or JavaScript sources.',
          },
        ],
};
