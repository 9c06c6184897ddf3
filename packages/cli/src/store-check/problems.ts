import type { EventVerification, StoreExamination, StoreFound } from '@recourse/stores/configured';

/** A problem of a store, and what to do about it. */
export interface Problem {
  readonly problem: string;
  readonly remedy: string;
}

/** Why a store cannot be used as it is; nothing if it can. */
export const foundProblem = (found: StoreFound): Problem | undefined => {
  if (found.state === 'missing') {
    return {
      problem: 'There is no store here yet',
      remedy: "Start a server here, or run 'recourse store migrate' to create it.",
    };
  }
  if (found.state === 'foreign') {
    return { problem: 'It belongs to another program', remedy: 'Choose another place for the store.' };
  }
  const { version, current } = found;
  if (version === current) return undefined;
  const problem = `It has version ${version}, but this program supports ${current}`;
  return version > current
    ? { problem, remedy: 'Use a newer Recourse, or another store.' }
    : { problem, remedy: "Stop servers of older versions, then run 'recourse store migrate'." };
};

/** SQLite needs room for its log, and to copy it into the file. */
const leastFreeBytes = 100 * 1024 * 1024;

/** The problems of a store that can be opened. */
export const examinationProblems = ({
  notWritable,
  key,
  sealed,
  freeBytes,
  rows,
}: StoreExamination): readonly Problem[] => [
  ...(notWritable === undefined
    ? []
    : [
        {
          problem: `It cannot be written to: ${notWritable}`,
          remedy: 'Check that the servers have write access to the store, and that the disk has free space.',
        },
      ]),
  ...(sealed.unreadable === 0
    ? []
    : [
        {
          problem: `Held calls or outcomes sealed with a key that is not available here: ${sealed.unreadable}`,
          remedy: missingKey(key),
        },
      ]),
  ...(rows.duplicates === 0
    ? []
    : [
        {
          problem: `Effects that may have happened twice: ${rows.duplicates}`,
          remedy: "Find them with 'recourse events' (marked 'duplicated'), and check each by hand.",
        },
      ]),
  ...(freeBytes === undefined || freeBytes >= leastFreeBytes
    ? []
    : [
        {
          problem: 'The disk of the store is almost full',
          remedy: 'Free some disk space, or lower the limits in store.most in recourse.config.json.',
        },
      ]),
];

/** The problems of the record of events. A missing key is reported once, however much is sealed with it. */
export const evidenceProblems = (
  { broken }: EventVerification,
  { key, sealed }: Pick<StoreExamination, 'key' | 'sealed'>,
): readonly Problem[] => {
  if (!broken) return [];
  if (!broken.key_missing) {
    return [
      {
        problem: `The record of events is broken at position ${broken.position}: ${broken.problem}`,
        remedy: 'Compare the store with a backup, and check who can write to it.',
      },
    ];
  }
  if (sealed.unreadable > 0) return [];
  return [{ problem: 'The events are sealed with a key that is not available here', remedy: missingKey(key) }];
};

const missingKey = (key: StoreExamination['key']): string =>
  key === 'none'
    ? 'Set RECOURSE_KEY to the key that the servers use.'
    : 'Append the key that sealed them to RECOURSE_KEY, separated by a comma.';
