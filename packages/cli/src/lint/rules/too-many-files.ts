import type { Rule } from './rule.ts';

/** A search that ended early has not seen everything. */
export const tooManyFiles: Rule = {
  id: 'too-many-files',
  check: ({ stoppedAfter, directories }) =>
    stoppedAfter === null
      ? []
      : [
          {
            place: { file: directories[0] ?? '.', line: 1, column: 1 },
            code: null,
            message: `There are more than ${stoppedAfter} source files; the others were not read.`,
            hint: 'Scan fewer directories at a time, such as only those with your own sources.',
          },
        ],
};
