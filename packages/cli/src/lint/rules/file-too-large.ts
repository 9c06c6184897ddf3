import type { Rule } from './rule.ts';

/** A source of this size was written by a machine. */
export const fileTooLarge: Rule = {
  id: 'file-too-large',
  check: ({ tooLarge }) =>
    tooLarge.map((problem) => ({
      place: problem.place,
      code: null,
      message: `The file was not read, because of its size (${problem.reason}).`,
      hint: 'Split it, or move what a machine wrote to a folder that is not scanned, such as dist.',
    })),
};
