/** Whether an address has the form of a pattern: `*` is any text, `?` any one character. Its time is bounded by the product of both lengths. */
export const matchUrl = (url: string, pattern: string): boolean => {
  let at = 0;
  let next = 0;
  let star = -1;
  let resume = 0;
  while (at < url.length) {
    if (pattern[next] === '*') {
      star = next;
      resume = at;
      next += 1;
    } else if (next < pattern.length && (pattern[next] === '?' || pattern[next] === url[at])) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      resume += 1;
      at = resume;
      next = star + 1;
    } else return false;
  }
  while (pattern[next] === '*') next += 1;
  return next === pattern.length;
};

/** Whether an address has the form of one of the patterns. */
export const matchesAny = (url: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matchUrl(url, pattern));
