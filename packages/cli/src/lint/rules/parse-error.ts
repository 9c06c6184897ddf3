import type { Rule } from './rule.ts';

/** What could not be read was not checked, and nobody should think that it was. */
export const parseError: Rule = {
  id: 'parse-error',
  check: ({ unread }) =>
    unread.map((problem) => ({
      place: problem.place,
      code: null,
      message: problem.reason,
      hint: 'Fix the file, or move it where it is not scanned.',
    })),
};
