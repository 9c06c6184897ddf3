/** Takes secrets out of a string. */
export type Hide = (text: string) => string;

/** Nothing is secret. */
export const hideNothing: Hide = (text) => text;

/** Replaces every occurrence of each secret, even if it is written as a part of an address. */
export const createHider = (secrets: readonly string[] = []): Hide => {
  const written = secrets.flatMap((secret) => (secret === '' ? [] : [secret, encoded(secret)]));
  // A secret may hold another one: the longer goes first, so that no rest of it stays.
  const needles = [...new Set(written)].sort((left, right) => right.length - left.length);
  if (needles.length === 0) return hideNothing;
  return (text) => needles.reduce((left, needle) => left.replaceAll(needle, '***'), text);
};

/** A lone surrogate cannot be encoded, so such a secret cannot occur in a URL. */
const encoded = (secret: string): string => (/\p{Cs}/u.test(secret) ? secret : encodeURIComponent(secret));
