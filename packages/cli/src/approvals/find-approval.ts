import type { Approvals } from '@recourse/stores';

/**
 * What a person means by an id, its beginning, or a token. A beginning means one of the calls that wait: the number
 * of a call, and as much of what follows as one likes. Part of a number means nothing, because it could be a slip.
 */
export const referenceOf = async (approvals: Approvals, given: string): Promise<string> => {
  const beginning = given.toLowerCase();
  if (!/^[0-9a-z]+(?:-[0-9a-f]{0,5})?$/.test(beginning)) return given;
  const whole = beginning.includes('-') ? beginning : `${beginning}-`;
  return (await approvals.list()).find(({ id }) => id.startsWith(whole))?.id ?? given;
};
