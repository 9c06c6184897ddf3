import type { StoreExamination, StoreFound } from '@recourse/stores/configured';

/** Something that is wrong with a store, and what to do about it. */
export interface Problem {
  readonly problem: string;
  readonly remedy: string;
}

/** Why a store cannot be opened as it is; nothing where it can. */
export const foundProblem = (found: StoreFound): Problem | undefined => {
  if (found.state === 'missing') {
    return {
      problem: 'There is no store here yet',
      remedy: "It comes to be when a server starts here, or with 'recourse store migrate'.",
    };
  }
  if (found.state === 'foreign') {
    return { problem: 'It is the database of another program', remedy: 'Choose another place for the store.' };
  }
  const { version, current } = found;
  if (version === current) return undefined;
  const problem = `It has version ${version}, and this program knows ${current}`;
  return version > current
    ? { problem, remedy: 'Use a newer Recourse, or another store.' }
    : { problem, remedy: "Stop servers of older versions, then run 'recourse store migrate'." };
};

/** Below this little is left for a log that still grows, and for SQLite to copy into. */
const leastFreeBytes = 100 * 1024 * 1024;

/** What is wrong with a store that can be opened. */
export const examinationProblems = ({ notWritable, key, sealed, freeBytes }: StoreExamination): readonly Problem[] => [
  ...(notWritable === undefined
    ? []
    : [
        { problem: `It cannot be written: ${notWritable}`, remedy: 'Give servers the right to write to it, and room.' },
      ]),
  ...(sealed.unreadable === 0
    ? []
    : [
        {
          problem: `Held calls or outcomes are sealed with a key that is not here: ${sealed.unreadable} of them`,
          remedy:
            key === 'none'
              ? 'Set RECOURSE_KEY to the key of the servers.'
              : 'Put the key that sealed them behind the new one in RECOURSE_KEY, after a comma.',
        },
      ]),
  ...(freeBytes === undefined || freeBytes >= leastFreeBytes
    ? []
    : [{ problem: 'Its disk is almost full', remedy: 'Make room, or lower store.most in recourse.config.json.' }]),
];
