/**
 * Runs a logger, a sink or a tracer and ignores what it throws: their faults must not fail the call. Returns
 * undefined after a throw.
 */
export const quietly = <Value>(run: () => Value): Value | undefined => {
  try {
    return run();
  } catch {
    return undefined;
  }
};
