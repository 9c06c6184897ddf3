/**
 * Runs jobs, a few at a time, in order. After a failure no further job starts; those that run are waited for, so that
 * their results are kept. Then the first failure is thrown.
 */
export const inParallel = async <Job>(
  jobs: readonly Job[],
  most: number,
  run: (job: Job) => Promise<void>,
): Promise<void> => {
  const waiting = jobs.values();
  const errors: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const job of waiting) {
      if (errors.length > 0) return;
      try {
        await run(job);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(most, jobs.length)) }, work));
  if (errors.length > 0) throw errors[0];
};
