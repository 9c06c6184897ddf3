/** Runs what a call must not fail by: loggers, sinks and tracers belong to others, and their faults are not the call's. */
export const quietly = <Value>(run: () => Value): Value | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};
