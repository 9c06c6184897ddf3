import { GitHubError } from '@recourse/github';

/** A value that could be read, or why it could not. */
export type Tried<Value> =
  { readonly value: Value; readonly error?: undefined } | { readonly value?: undefined; readonly error: GitHubError };

/** Makes a read that the answer can do without: its failure must not replace what is known already. */
export const tryRead = async <Value>(read: Promise<Value>): Promise<Tried<Value>> => {
  try {
    return { value: await read };
  } catch (thrown) {
    if (!(thrown instanceof GitHubError)) throw thrown;
    return { error: thrown };
  }
};
