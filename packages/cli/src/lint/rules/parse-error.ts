import type { Rule } from './rule.ts';

/** A file that could not be read was not checked; the report has to say so. */
export const parseError: Rule = {
  id: 'parse-error',
  check: ({ unread }) =>
    unread.map((problem) => ({
      place: problem.place,
      code: null,
      message: problem.reason,
      hint: 'Fix the problem, or move the source to a folder that is not scanned.',
    })),
};
