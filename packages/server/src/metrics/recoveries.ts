/** The most callers and operations whose last failure is remembered. The oldest are forgotten first. */
const most = 10_000;

/**
 * Notes an outcome: the code of a failure, or undefined for a success. Returns the code of the
 * failure that the success has recovered from, if the call before it failed.
 */
export type Recovering = (caller: string, code: string | undefined) => string | undefined;

export const createRecoveries = (): Recovering => {
  const failed = new Map<string, string>();
  return (caller, code) => {
    const before = failed.get(caller);
    if (before !== undefined) failed.delete(caller);
    if (code === undefined) return before;
    const [oldest] = failed.keys();
    if (failed.size >= most && oldest !== undefined) failed.delete(oldest);
    failed.set(caller, code);
    return undefined;
  };
};
