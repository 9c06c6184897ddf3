/**
 * Whether a string matches a glob: `*` stands for any characters, `?` for one. Not recursive, so that it is always
 * fast.
 */
export const matchesGlob = (glob: string, text: string): boolean => {
  let at = 0;
  let inGlob = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    if (glob[inGlob] === '*') {
      star = inGlob;
      resume = at;
      inGlob += 1;
    } else if (glob[inGlob] === '?' || glob[inGlob] === text[at]) {
      at += 1;
      inGlob += 1;
    } else if (star >= 0) {
      inGlob = star + 1;
      resume += 1;
      at = resume;
    } else return false;
  }
  return /^\**$/.test(glob.slice(inGlob));
};
