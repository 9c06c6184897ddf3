import type { Approvals } from '@recourse/stores';

/** From so many characters on the store itself knows an id by its beginning. */
const shortestForStore = 8;

/**
 * What a person means by an id, the beginning of one, or a token; nothing where it could be several calls. A short
 * beginning means one of the calls that wait; anything else is left to the store, which also knows those that wait
 * no more.
 */
export const referenceOf = async (approvals: Approvals, given: string): Promise<string | undefined> => {
  const beginning = given.toLowerCase();
  if (!/^[0-9a-f]+$/.test(beginning)) return given;
  if (beginning.length >= shortestForStore) return beginning;
  const [only, another] = (await approvals.list()).filter(({ id }) => id.startsWith(beginning));
  return another ? undefined : (only?.id ?? given);
};
