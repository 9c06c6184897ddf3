/** How often a test repeats its subject: always at least `atLeast` times, and `full` times in a full run. */
export interface Repetitions {
  readonly atLeast: number;
  readonly full: number;
}

/**
 * Returns the repetition count of a law, a race or a kill test. `RECOURSE_TESTS=full` selects the large count.
 * A count must not appear in a test title, because both runs have the same titles.
 */
export const repetitions = ({ atLeast, full }: Repetitions): number => (isFullRun() ? full : atLeast);

const isFullRun = (): boolean => process.env['RECOURSE_TESTS'] === 'full';
