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

/** Makes a read that a token may be refused while it may make the others. Fails as the read does for other reasons. */
export const tryPermitted = async <Value>(read: Promise<Value>): Promise<Tried<Value>> => {
  const tried = await tryRead(read);
  if (tried.error && tried.error.failure.code !== 'PERMISSION_DENIED') throw tried.error;
  return tried;
};
