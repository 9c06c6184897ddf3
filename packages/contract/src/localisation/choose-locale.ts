import { findLocale } from './catalogue.ts';
import type { Locale } from './catalogue.ts';

/** Input beyond these limits was not written by a person. */
const longestList = 512;
const mostRanges = 24;

const quality = /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/iu;

/**
 * Chooses the language that the caller prefers among ours: by one BCP 47 tag, or by a list with qualities as in
 * Accept-Language. `es-MX` is `es`, `*` is English, and undefined if no range fits. Never throws, for any string.
 */
export const chooseLocale = (wanted: string): Locale | undefined => {
  if (wanted === '*') return 'en';
  let best: Locale | undefined;
  let highest = 0;
  for (const range of wanted.slice(0, longestList).split(',', mostRanges)) {
    const [tag = '', ...parameters] = range.split(';');
    const wish = qualityOf(parameters);
    // Of equal ones, the first counts.
    if (wish <= highest) continue;
    const found = tag.trim() === '*' ? 'en' : findLocale(tag.trim());
    if (found === undefined) continue;
    best = found;
    highest = wish;
  }
  return best;
};

/** 1 by default; 0 if the quality cannot be read. */
const qualityOf = (parameters: readonly string[]): number => {
  if (parameters.length === 0) return 1;
  return parameters.length === 1 ? Number(quality.exec(parameters[0] ?? '')?.[1] ?? 0) : 0;
};
