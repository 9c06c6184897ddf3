/**
 * Characters that are invisible, or that change the order of the text around them. Joiners are not among them: emoji
 * and some scripts need them.
 */
const hidden =
  /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Replaces invisible characters by their names, such as `⟨U+202E⟩`, so that text reads as what it is. */
export const visible = (text: string): string =>
  text
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll(hidden, (found) => `⟨U+${found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}⟩`);
