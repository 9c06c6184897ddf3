const letters: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** The path after `+++ `, without its prefix `b/`; undefined for `/dev/null`. Names are given as bytes, in latin1. */
export const unquotePath = (given: string): string | undefined => {
  // A name with spaces is followed by a tab.
  const text = given.endsWith('\t') ? given.slice(0, -1) : given;
  const name = text.startsWith('"') ? unescape(text.slice(1, -1)) : text;
  return name.startsWith('b/') ? Buffer.from(name.slice(2), 'latin1').toString('utf8') : undefined;
};

const unescape = (text: string): string =>
  text.replace(/\\([0-7]{3}|[abtnvfr"\\])/g, (_, code: string) =>
    String.fromCharCode(letters[code] ?? Number.parseInt(code, 8)),
  );
