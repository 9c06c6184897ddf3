import fc from 'fast-check';

/** Text that is written into a message unchanged, because no JavaScript value is serialised like this. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Like `JSON.stringify`, except that what is raw is left as it is. */
export const write = (value: unknown): string => {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`).join(',')}}`;
};

const nested = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

const awkward = [
  'null',
  'true',
  '0',
  '-0',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '123456789012345678901234567890',
  '""',
  '" "',
  '"__proto__"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000\\u001b[31m\\u2028"',
  '"\u202e\ufeff\u0085"',
  '[]',
  '{}',
  '[null]',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":null,"hasOwnProperty":"x","then":{}}',
  '{"a":1,"a":2}',
  '{"length":-1}',
  nested('[', ']', 40),
  nested('[', ']', 5000),
  nested('{"a":', '}', 2000),
  `"${'x'.repeat(5000)}"`,
];

/** The text of a value that a careless program stumbles over, or of any value at all. */
export const anyValue: fc.Arbitrary<Raw> = fc
  .oneof({ weight: 3, arbitrary: fc.constantFrom(...awkward) }, fc.json())
  .map((text) => new Raw(text));
