import { stemOf } from '../words/stem.ts';

const values: Readonly<Record<string, string>> = {
  zero: '0',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  thirteen: '13',
  fourteen: '14',
  fifteen: '15',
  sixteen: '16',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
  sixty: '60',
  hundred: '100',
  thousand: '1000',
  million: '1000000',
  billion: '1000000000',
  trillion: '1000000000000',
  dozen: '12',
  twice: '2',
  double: '2',
  half: '0.5',
  first: '1st',
  second: '2nd',
  third: '3rd',
  fourth: '4th',
  fifth: '5th',
};

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthNames =
  /^(?:january|february|march|april|june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)$/iu;

/** The digits of a number word, of an ordinal or of the name of a month. Undefined for other words. */
export const numberOfWord = (word: string): string | undefined => {
  const lower = word.toLowerCase();
  if (Object.hasOwn(values, lower)) return values[lower];
  return monthNames.test(lower) ? `month ${months.indexOf(lower.slice(0, 3)) + 1}` : undefined;
};

/** Digits in one form: without separators of thousands, marks of versions and marks of bounds. */
export const digitsOf = (text: string): string => {
  const plain = text
    .toLowerCase()
    .replace(/^[~^<>=≤≥v]+/u, '')
    .replace(/[+s]$/u, '')
    .replace(/[.,]$/u, '');
  return /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(plain) ? plain.replaceAll(',', '') : plain;
};

/** Units of measurement: a number of one unit says nothing about another unit. */
const units: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'bit',
    'byte b',
    'kb kilobyte kib',
    'mb megabyte mib',
    'gb gigabyte gib',
    'tb terabyte',
    'ns nanosecond',
    'µs us microsecond',
    'ms millisecond',
    's sec second',
    'min minute',
    'h hour',
    'day',
    'week',
    'month',
    'year',
    '% percent',
    'time x',
    'px pixel',
    'line',
    'character',
  ].flatMap((row) => {
    const names = row.split(' ');
    return names.map((name) => [stemOf(name), names[0] ?? ''] as const);
  }),
);

/** The unit that a word names; undefined if it names none. */
export const unitOf = (word: string): string | undefined => {
  const stem = stemOf(word);
  return Object.hasOwn(units, stem) ? units[stem] : undefined;
};

export type Bound = 'at least' | 'at most';

/** A bound, and how many words before and after the number express it. */
export interface FoundBound {
  readonly bound: Bound;
  readonly before: number;
  readonly after: number;
}

const boundsBefore: readonly (readonly [RegExp, Bound])[] = [
  [
    /(?:^| )(at least|no less than|not less than|minimum|minimum of|more than|greater than|newer than|longer than)$/u,
    'at least',
  ],
  [
    /(?:^| )(up to|at most|no more than|not more than|maximum|maximum of|less than|fewer than|shorter than)$/u,
    'at most',
  ],
];
const boundsAfter: readonly (readonly [RegExp, Bound])[] = [
  [/^(?:or|and) (?:later|newer|higher|above|more|greater|up|upwards|longer)\b/u, 'at least'],
  [/^(?:or|and) (?:earlier|older|lower|below|less|fewer|shorter)\b/u, 'at most'],
];

/** Whether a number is a lower or an upper bound, by its marks and by the few words around it. */
export const boundOf = (text: string, before: string, after: string): FoundBound | undefined => {
  if (/^(?:>|≥|\^|~)/u.test(text) || text.endsWith('+')) return { bound: 'at least', before: 0, after: 0 };
  if (/^(?:<|≤)/u.test(text)) return { bound: 'at most', before: 0, after: 0 };
  for (const [pattern, bound] of boundsBefore) {
    const words = pattern.exec(before)?.[1];
    if (words !== undefined) return { bound, before: words.split(' ').length, after: 0 };
  }
  const found = boundsAfter.find(([pattern]) => pattern.test(after));
  return found && { bound: found[1], before: 0, after: 2 };
};
