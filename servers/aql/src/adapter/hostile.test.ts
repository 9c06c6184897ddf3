import { isJsonObject } from '@recourse/contract';
import type { JsonSchema } from '@recourse/contract';
import { createServer, defineTool } from '@recourse/engine';
import { repetitions } from '@recourse/testkit/repetitions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import type { Adapter, Parameter } from './adapter.ts';
import { readAdapter } from './read-adapter.ts';
import { libraryAdapter, weatherAdapter } from './testing/adapters.ts';

const firstMessage = (text: string): string => readAdapter(text).problems[0]?.message ?? 'none';

const bomb = [
  'a0: &a0 [x, x, x, x, x, x, x, x, x]',
  ...Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(9)}]`),
].join('\n');

describe('a hostile file', () => {
  it.each([
    ['an alias bomb', bomb, 'it has more than 200000 values'],
    ['an alias to itself', 'a: &a [*a]', 'it is nested more than 32 levels deep'],
    ['many brackets', '['.repeat(1_000_000), 'it has too many brackets, quotes or other YAML punctuation'],
    ['nested brackets', '['.repeat(5000), 'it is nested too deeply'],
    ['many quotes', '"'.repeat(1_000_000), 'it has too many brackets, quotes or other YAML punctuation'],
    ['many lines', `a:${'\n'.repeat(1_000_000)}`, 'it has too many lines'],
    ['nested braces', '{a: '.repeat(5000), 'it is nested too deeply'],
    ['many dashes', '- '.repeat(400_000), 'it has too many brackets, quotes or other YAML punctuation'],
    ['nested dashes', '- '.repeat(5000), 'it is nested too deeply'],
    ['levels beyond the bound', Array.from({ length: 40 }, (_, index) => `${' '.repeat(index)}a:`).join('\n'), 'it is nested more than 32 levels deep'],
    ['many values', `a: [${'1,'.repeat(500_000)}]`, 'it has too many brackets, quotes or other YAML punctuation'],
    ['ten megabytes', 'a'.repeat(10_000_000), 'The file is larger than 1 MiB'],
    ['a NUL', 'name: a\0b', 'The file is not text'],
    ['nothing', ' \n', 'The file is empty'],
    ['nothing but a comment', '# nothing', 'The file has no fields'],
    ['a tab for indentation', 'target:\n\tbase_url: x', 'tabs cannot be used for indentation'],
    ['two documents', 'a: 1\n---\nb: 2\n---\nc: 3', 'only one document is allowed'],
    ['an anchor that is not there', 'name: *gone', 'an alias (*name) needs an anchor'],
    ['a list', '- a', "Field '' expected fields"],
  ])('is refused in words: %s', (_, text, message) => {
    const { adapter } = readAdapter(text);
    expect(adapter).toBeUndefined();
    expect(firstMessage(text)).toContain(message);
  }); // prettier-ignore

  it('is refused as Markdown without front matter', () => {
    expect(readAdapter('# A title\n', { format: 'markdown' }).problems[0]?.message).toBe(
      'The file has no front matter',
    );
  });

  it('stops after 500 problems', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`).join('\n');
    expect(readAdapter(text).problems.length).toBe(500);
  });
});

describe('hidden characters in the file', () => {
  it.each([
    ['a tag', '\u{E0041}', 'U+E0041'],
    ['a zero-width space', '\u200B', 'U+200B'],
    ['a direction mark', '\u202E', 'U+202E'],
    ['a run of variation selectors', '❤\uFE0F\uFE0F', 'U+FE0F'],
  ])('are refused and named: %s', (_, hidden, codePoint) => {
    const { adapter, problems } = readAdapter(libraryAdapter.replace('description: ', `description: A${hidden}`));
    expect(adapter).toBeUndefined();
    expect(problems[0]?.message).toContain(codePoint);
  });

  it('do not count where they have a visible effect', () => {
    const text = libraryAdapter.replace('description: ', 'description: می\u200Cشود 👩\u200D💻 ❤\uFE0F ');
    expect(readAdapter(text).adapter).toBeDefined();
  });
});

describe('a secret in the file', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  it.each([
    ['a token for its variable', 'token_env: LIBRARY_TOKEN', `token_env: ${secret}`, 'auth.token_env'],
    [
      'a token of its own',
      'token_env: LIBRARY_TOKEN',
      `token_env: LIBRARY_TOKEN\n  token: hunter2${secret}`,
      'auth.token',
    ],
    ['a small word for its variable', 'token_env: LIBRARY_TOKEN', 'token_env: hunter2', 'auth.token_env'],
    ['a header', 'Accept-Language: en', `X-Key: ${secret}`, 'headers.X-Key'],
    ['an address with a password', 'https://library', `https://me:hunter2@library`, 'target.base_url'],
    ['a sentence', 'Lends a book to a reader.', `Lends with ${secret}.`, 'operations.create[0].description'],
    ['an example', 'isbn: "9780140449136"', `isbn: "${secret}"`, 'operations.read[0].examples[0].params.isbn'],
    ['the text below', 'Ask the desk.', `Use ${secret}.`, ''],
  ])('is an error that does not repeat it: %s', (_, from, to, path) => {
    expect(libraryAdapter).toContain(from);
    const { adapter, problems } = readAdapter(libraryAdapter.replace(from, () => to));
    expect(adapter).toBeUndefined();
    expect(problems.filter(({ confidential }) => confidential).map(({ field_path }) => field_path)).toContain(path);
    expect(JSON.stringify(problems)).not.toMatch(/hunter2|ghp_/);
  });

  it('is not seen where a sentence only speaks of one', () => {
    const text = libraryAdapter.replace(
      'Lends a book to a reader.',
      '"Bearer authentication, with a token: see the desk."',
    );
    expect(readAdapter(text).problems).toEqual([]);
  });
});

/** Calls a tool of the real engine with the parameters as its input, and sees whether their schema compiled. */
const compiles = async (list: readonly Parameter[]): Promise<boolean> => {
  const input: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(list.map(({ name, schema }) => [name, schema])),
    required: list.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
  const tool = defineTool({ name: 'try_it', description: 'Tries it.', input, operation: 'query', danger: 'safe', errors: [], run: () => ({}) });
  const outcome = await createServer({ name: 'try', tools: [tool] }).call({ tool: 'try_it', arguments: {}, caller: { transport: 'stdio', local: true } });
  return outcome.ok || outcome.code.startsWith('VALIDATION_');
}; // prettier-ignore

const everySchemaCompiles = async ({ operations, types }: Adapter): Promise<boolean> => {
  const lists = [
    ...operations.flatMap(({ parameters, input }) => [parameters, input ?? []]),
    ...types.map(({ fields }) => fields ?? []),
  ];
  for (const list of lists) if (!(await compiles(list))) return false;
  return true;
};

/** One change in a JSON value: a member removed, renamed, or replaced by something else. */
const mutate = (value: unknown, choose: (most: number) => number, other: unknown): unknown => {
  if (Array.isArray(value) && value.length > 0) {
    const index = choose(value.length);
    return value.map((item: unknown, at) => (at === index ? mutate(item, choose, other) : item));
  }
  if (!isJsonObject(value) || Object.keys(value).length === 0) return other;
  const entries = Object.entries(value);
  const index = choose(entries.length);
  const action = choose(6);
  return Object.fromEntries(
    entries.flatMap(([key, member], at): [string, unknown][] => {
      if (at !== index) return [[key, member]];
      if (action === 0) return [];
      if (action === 1) return [[`${key}x`, member]];
      if (action === 2) return [[key, other]];
      return [[key, mutate(member, choose, other)]];
    }),
  );
};

describe('any file', () => {
  const seeds = [libraryAdapter.split('\n---\n')[0]?.replace('---\n', '') ?? '', weatherAdapter];

  it('never throws, and is served only if all its schemas compile', async () => {
    const { parse } = await import('yaml');
    const values = seeds.map((text) => parse(text) as unknown);
    const other = fc.oneof(fc.constantFrom(null, true, 0, -1, 1e9, '', 'x', [], {}, ['a'], { type: 'string' }), fc.jsonValue({ maxDepth: 2 }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...values), fc.infiniteStream(fc.nat()), other, async (value, numbers, replacement) => {
        const choose = (most: number): number => Number(numbers.next().value) % most;
        const { adapter, problems } = readAdapter(stringify(mutate(value, choose, replacement)));
        expect(adapter === undefined).toBe(problems.some(({ severity }) => severity === 'error'));
        for (const { line, column } of problems) expect(Math.min(line, column)).toBeGreaterThan(0);
        if (adapter) expect(await everySchemaCompiles(adapter)).toBe(true);
      }),
      { numRuns: repetitions({ atLeast: 30, full: 400 }) },
    );
  }); // prettier-ignore

  it('never throws when some of its bytes are changed', () => {
    fc.assert(
      fc.property(fc.constantFrom(libraryAdapter, weatherAdapter), fc.nat(), fc.nat(40), fc.string({ maxLength: 8 }), (text, at, cut, put) => {
        const start = at % text.length;
        const { adapter, problems } = readAdapter(text.slice(0, start) + put + text.slice(start + cut));
        expect(adapter === undefined).toBe(problems.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: repetitions({ atLeast: 80, full: 2000 }) },
    );
  }); // prettier-ignore
});
