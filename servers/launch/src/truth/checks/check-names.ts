import type { Evidence } from '../reading/read-evidence.ts';
import type { Statement } from '../reading/read-statement.ts';

/** The marks that prose spells out. */
const spelled: Readonly<Record<string, string>> = {
  '?': 'question mark',
  '!': 'exclamation mark',
  '+': 'plus sign',
  '=': 'equals sign',
  '#': 'pound sign',
  '%': 'percent sign',
  $: 'dollar sign',
  '<': 'less-than',
  '>': 'greater-than',
  ',': 'comma',
  ':': 'colon',
  '-': 'dash',
  _: 'underscore',
};

/** Finds a piece of code or an address in the sentence that the evidence does not have. */
export const findUnknownName = (
  { codes, urls }: Pick<Statement, 'codes' | 'urls'>,
  links: readonly string[],
  evidence: Evidence,
): string | undefined =>
  codes.find((code) => !hasCode(evidence, code)) ??
  [...urls, ...links.filter((url) => /^(?:https?:)?\/\//iu.test(url))].find((url) => !hasUrl(evidence, url));

const hasCode = ({ raw, identifiers }: Evidence, code: string): boolean => {
  const plain = code.replaceAll(/\s+/gu, ' ').replace(/['’]s$/u, '');
  const parts = plain.match(/[\p{L}_$][\p{L}\p{N}_$]*|\d+(?:\.\d+)*/gu);
  if (!parts) return raw.includes(plain) || raw.toLowerCase().includes(spelled[plain] ?? '\n\n');
  return parts.every((part) => identifiers.has(part));
};

const longestUrl = 500;

const hasUrl = ({ raw, lines }: Evidence, url: string): boolean => {
  if (url.length > longestUrl) return false;
  const wanted = plainUrl(url);
  const found = `${raw}\n${lines}`.toLowerCase();
  for (let at = found.indexOf(wanted); at !== -1; at = found.indexOf(wanted, at + 1)) {
    // A longer address is another one.
    if (
      /^(?:\/|\.git)?(?:[\s)\]}>"'`,;!?#]|[.:](?:\s|$)|$)/u.test(
        found.slice(at + wanted.length, at + wanted.length + 6),
      )
    )
      return true;
  }
  const file = /\/(?:blob|tree|raw)\/[^/]+\/(.+)$/u.exec(wanted)?.[1];
  const name = file?.replace(/#.*$/u, '').split('/').at(-1);
  return name !== undefined && name !== '' && found.includes(name);
};

const plainUrl = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^(?:https?:)?\/\//u, '')
    .replace(/^www\./u, '')
    .replace(/(?:\.git)?\/*$/u, '');
