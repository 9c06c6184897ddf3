import type { Rule } from './rule.ts';

/** A source of this size was written by a machine. */
export const fileTooLarge: Rule = {
  id: 'file-too-large',
  check: ({ tooLarge }) =>
    tooLarge.map((problem) => ({
      place: problem.place,
      code: null,
      message: `The file is too large and was not read (${problem.reason}).`,
      hint: 'Split it, or move generated code to a folder that is not scanned, such as dist.',
    })),
};
