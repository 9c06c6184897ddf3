/** Runs what a call must not fail by: a tracer is somebody else's, and its faults are not the call's. */
export const quietly = <Value>(run: () => Value): Value | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};
