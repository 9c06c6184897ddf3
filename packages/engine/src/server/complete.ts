/**
 * Suggests completions of a value, best first; a client is shown at most a hundred of them. `given` are the other
 * arguments that the user has filled in already.
 */
export type Complete = (
  value: string,
  given: Readonly<Record<string, string>>,
) => Promise<readonly string[]> | readonly string[];
