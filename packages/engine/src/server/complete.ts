/**
 * Suggests how a value may go on, best first; a client is shown a hundred of them. `given` are the other arguments
 * that the user has filled in already.
 */
export type Complete = (
  value: string,
  given: Readonly<Record<string, string>>,
) => Promise<readonly string[]> | readonly string[];
