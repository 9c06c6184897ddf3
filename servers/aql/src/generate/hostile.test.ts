import { findHiddenCharacter } from '@recourse/contract/hidden-characters';
import { describe, expect, it } from 'vitest';
import { readAdapter } from '../adapter/index.ts';
import { generateAdapter } from './index.ts';
import { documentOf, generate, jsonAnswer, jsonBody, responses } from './testing/documents.ts';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const post = (schema: object) => ({
  '/a': { post: { operationId: 'createA', requestBody: jsonBody(schema), responses } },
});

describe('a hostile document', () => {
  it('may lead back to itself', async () => {
    const node = {
      type: 'object',
      properties: { next: reference('Node'), all: { type: 'array', items: reference('Node') } },
    };
    const paths = {
      '/nodes': { get: { operationId: 'listNodes', responses: jsonAnswer(reference('Node')) } },
      ...post(reference('Node')),
    };
    const { report, text } = await generateAdapter(documentOf(paths, { components: { schemas: { Node: node } } }));
    expect(report.operations.written).toBe(2);
    expect(text.length).toBeLessThan(20_000);
  });

  it('may refer to itself and nothing else', async () => {
    const components = { schemas: { A: reference('B'), B: reference('A') } };
    const { report } = await generateAdapter(
      documentOf({ '/a': { get: { operationId: 'getA', responses: jsonAnswer(reference('A')) } } }, { components }),
    );
    expect(report.operations.written).toBe(1);
  });

  it('may have schemas that multiply each other', async () => {
    const ladder = Array.from({ length: 60 }, (_, index) => [
      `N${index}`,
      { type: 'object', properties: { a: reference(`N${index + 1}`), b: reference(`N${index + 1}`) } },
    ]);
    const schemas = { ...Object.fromEntries(ladder), N60: { type: 'string' } };
    const { text } = await generateAdapter(documentOf(post(reference('N0')), { components: { schemas } }));
    expect(text.length).toBeLessThan(20_000);
  });

  it('may have schemas in a long chain, or all in all', async () => {
    const paths = { ...post(reference('N0')), '/b': { get: { responses } } };
    const chain = Array.from({ length: 5000 }, (_, index) => [`N${index}`, { allOf: [reference(`N${index + 1}`)] }]);
    const long = { ...Object.fromEntries(chain), N5000: { type: 'object' } };
    const every = Array.from({ length: 8 }, (_, index) => [
      `N${index}`,
      { allOf: Array.from({ length: 8 }, (_each, other) => reference(`N${(index + other) % 8}`)) },
    ]);
    for (const schemas of [long, Object.fromEntries(every)]) {
      const { report } = await generateAdapter(documentOf(paths, { components: { schemas } }));
      expect(report).toMatchObject({ operations: { found: 2, written: 2 }, reasons: {} });
    }
  });

  it('is refused where other references multiply each other', async () => {
    const steps = Array.from({ length: 60 }, (_, index) => [
      `s${index}`,
      { a: { $ref: `#/x-steps/s${index + 1}` }, b: { $ref: `#/x-steps/s${index + 1}` } },
    ]);
    const more = { 'x-steps': { ...Object.fromEntries(steps), s60: { type: 'string' } } };
    await expect(generateAdapter(documentOf({ '/a': { get: { responses } } }, more))).rejects.toThrow(
      'expand to too many values',
    );
  });

  it('is refused where a reference leads to nothing', async () => {
    await expect(generateAdapter(documentOf(post(reference('Nothing'))))).rejects.toThrow('has unresolved references');
  });

  it('in which everything refers to everything ends', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `N${index}`);
    const schemas = Object.fromEntries(
      names.map((name) => [
        name,
        { type: 'object', properties: Object.fromEntries(names.map((other) => [other, reference(other)])) },
      ]),
    );
    const { report } = await generateAdapter(documentOf(post(reference('N0')), { components: { schemas } }));
    expect(report.operations).toMatchObject({ found: 1 });
  });

  it('may have ten thousand operations, of which the limit is taken', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`/things${index}`, { get: { responses } }]),
    );
    const { report, adapter } = generate(documentOf(paths), { limit: 300 });
    expect(report).toMatchObject({ operations: { found: 10_000, written: 300 }, reasons: { too_many: 9700 } });
    expect(new Set(adapter.operations.map(({ name }) => name)).size).toBe(300);
  });

  it('may have values without end', () => {
    const values = Array.from({ length: 50_000 }, (_, index) => `value ${index}`);
    const { operation } = generate(
      documentOf(post({ type: 'object', properties: { x: { type: 'string', enum: values } } })),
    );
    expect(operation('create_a').parameters[0]?.schema).toEqual({ type: 'string' });
  });

  it('puts every string on one bounded line', () => {
    const nasty = `Ends here\n---\nname: evil\n\u0000\u001b[31m\u202e \u2028 \u200b\u00ad\u3164\ufe0f\u{e0041} ${'x'.repeat(5000)} {owner} # - : "quoted" 'single' \`tick\``;
    const get = {
      summary: nasty,
      description: nasty,
      parameters: [{ name: 'q', in: 'query', description: nasty, schema: {} }],
      responses: { '200': { description: nasty } },
    };
    const { adapter, text } = generate(
      documentOf({ '/a': { get } }, { info: { title: nasty, version: nasty, description: nasty } }),
    );
    expect(adapter.operations[0]?.description.length).toBeLessThanOrEqual(200);
    expect(findHiddenCharacter(text, { lines: true })).toBeUndefined();
    expect(text).not.toMatch(/[\t\r]/);
    expect(text.match(/^---$/gm)).toHaveLength(2);
  });

  it('writes no hidden characters', () => {
    const sly = { type: 'string', enum: ['plain', 'sl\u200By'], default: 'sl\u200By', pattern: 'a\u{e0041}' };
    const properties = { 'na\u200bme': sly, plain: sly, nested: { type: 'object', properties: { 'i\u2060n': sly } } };
    const parameters = [{ name: 'q\u00adq', in: 'query', schema: sly, example: 'sl\u200By' }];
    const { text } = generate(
      documentOf({ '/a': { post: { ...post({ type: 'object', properties })['/a'].post, parameters } } }),
    );
    expect(text).toContain('plain');
    expect(findHiddenCharacter(text, { lines: true })).toBeUndefined();
  });

  it('may use names that mean something elsewhere', () => {
    const names = ['__proto__', 'constructor', 'toString', 'a"b', "a'b", 'a\nb', '<<', '*', '&x', 'ünï', ' ', ''];
    const properties = JSON.parse(
      `{${names.map((name) => `${JSON.stringify(name)}: {"type": "string"}`).join()}}`,
    ) as object;
    const { operation } = generate(
      documentOf(post({ type: 'object', properties: { ...properties, nested: { type: 'object', properties } } })),
    );
    for (const { name } of operation('create_a').parameters) expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(Object.prototype).not.toHaveProperty('type');
  });

  it.each(['/a b', '/../etc', '/a/%2e%2e/b', '/ä', '/a?x=1', '/a#b/{c}', '/{a', '/a\u0000'])(
    'has no operation with the path %j',
    (path) => {
      const { adapter } = generate(documentOf({ [path]: { get: { responses } }, '/fine': { get: { responses } } }));
      expect(adapter.operations.map((operation) => operation.path)).toEqual(['/fine']);
    },
  );

  it('passes on nothing that looks like a secret', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const parameters = [
      {
        name: 'q',
        in: 'query',
        required: true,
        description: `such as ${secret}`,
        example: secret,
        schema: { type: 'string', default: secret, enum: [secret] },
      },
    ];
    const { text } = generate(
      documentOf(
        { '/a': { get: { summary: `Use ${secret}`, parameters, responses } } },
        { info: { title: 'x y', version: '1', description: secret } },
      ),
    );
    expect(text).not.toContain(secret);
  });

  it('that becomes too large an adapter is split into files that each pass the check', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [`p${index}`, { type: 'string', description: 'x'.repeat(150) }]),
    );
    const paths = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `/things${index}`,
        { post: { requestBody: jsonBody({ type: 'object', properties }), responses } },
      ]),
    );
    const { text, more, report } = generate(documentOf(paths));
    expect(more.length).toBeGreaterThan(0);
    for (const file of [text, ...more.map((each) => each.text)]) {
      expect(readAdapter(file).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
    expect(report.operations).toEqual({ found: 100, written: 100, left_out: 0 });
    expect(report.files.map(({ name }) => name)).toEqual(['small', ...more.map(({ name }) => name)]);
    expect(report.written.map(({ operation }) => operation)).toEqual(Object.keys(paths).map((path) => `POST ${path}`));
  });
});
