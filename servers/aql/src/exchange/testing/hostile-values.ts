import fc from 'fast-check';

/** Strings that have misled servers, proxies and parsers. */
const astray = [
  '..',
  '.',
  '%2e%2e',
  '%2F',
  '../../admin',
  '..\\x',
  '/',
  '//evil.example',
  '?a=b',
  '#x',
  '&admin=1',
  ';x=1',
  '\r\nX-Evil: 1',
  '\0',
  '\n',
  ' ',
  '%',
  '%zz',
  '%00',
  '\ud800',
  '{id}',
  '@evil',
  ':80',
  'a,b',
  '=',
  '+',
  '[0]',
  'HTTP/1.1',
  '日本',
  '\u202e',
  '\u2028',
  '__proto__',
  '<script>',
  '"',
  "'",
  '\\',
  '\u007f',
  '\t',
] as const;
const hostile = fc.constantFrom(...astray);
export const hostileText = fc.oneof(
  hostile,
  fc.string({ unit: 'binary' }),
  fc.tuple(hostile, hostile).map((both) => both.join('')),
);
const scalar = fc.oneof(
  hostileText,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
/** Any JSON of a few levels, full of such strings. */
export const hostileValue = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(hostileText, scalar, { maxKeys: 2 }),
);
