import { describe, expect, it } from 'vitest';
import { generateAdapter } from '../index.ts';
import { documentOf, responses } from '../testing/documents.ts';
import { DocumentError } from './document-error.ts';

const refusal = async (text: string, options = {}): Promise<DocumentError> => {
  const outcome: unknown = await generateAdapter(text, options).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof DocumentError)) throw new Error(`expected a refusal, got ${String(outcome)}`);
  return outcome;
};

const get = { get: { operationId: 'getA', responses } };

describe('a document that cannot be used', () => {
  it.each([
    ['nothing', '', 'it is not an object'],
    ['a list', '[]', 'it is not an object'],
    ['something else', 'name: x', "no field 'openapi'"],
    ['AsyncAPI', 'asyncapi: 2.0.0', 'AsyncAPI describes messages'],
    ['Swagger 2.0', 'swagger: "2.0"', 'swagger2openapi'],
    ['a later version', 'openapi: 3.2.0', 'use 3.0 or 3.1'],
    ['a version that is a number', 'openapi: 3.1', 'use 3.0 or 3.1'],
    ['no YAML', 'a: [', 'neither valid JSON nor valid YAML'],
    ['too much of it', `openapi: 3.0.0 #${'x'.repeat(17_000_000)}`, 'the limit is'],
    ['a deep one', `${'['.repeat(200)}${']'.repeat(200)}`, 'nested deeper'],
  ])('is refused: %s', async (_title, text, message) => {
    expect((await refusal(text)).message).toContain(message);
  });

  it('says where it is not valid, in the lines of its own file', async () => {
    const { message, problems } = await refusal(
      'openapi: 3.0.3\ninfo:\n  title: x\npaths:\n  /a:\n    get:\n      parameters:\n        - {name: q, in: nowhere}\n      responses: {}\n',
    );
    expect(message).toContain('not valid OpenAPI');
    expect(problems[0]).toEqual({ message: "must have required property 'version' (info)", line: 2, column: 1 });
  });

  it.each(['./other.yaml#/Pet', 'https://example.org/pet.json', 'file:///etc/passwd', 'other.json'])(
    'refers to %s, which is not fetched',
    async (reference) => {
      const text = `openapi: 3.0.3\ninfo: {title: x, version: "1"}\npaths:\n  /a:\n    get:\n      responses:\n        200:\n          $ref: '${reference}'\n`;
      const { message, problems } = await refusal(text);
      expect(message).toContain('Bundle it into one file');
      expect(problems).toEqual([{ message: `'${reference}' is outside the document`, line: 7, column: 9 }]);
    },
  );

  it.each([
    ['no server', { servers: [] }, 'lists no absolute server URL'],
    ['a relative server', { servers: [{ url: '/v1' }] }, 'is relative'],
    ['a server that is not encrypted', { servers: [{ url: 'http://example.org' }] }, 'unencrypted http'],
    ['a web socket', { servers: [{ url: 'wss://example.org' }] }, 'not an HTTP URL'],
  ])('has %s', async (_title, more, message) => {
    expect((await refusal(documentOf({ '/a': get }, more))).message).toContain(message);
  });

  it('is served from the address that is given', async () => {
    const { text } = await generateAdapter(documentOf({ '/a': get }, { servers: [] }), {
      baseUrl: 'http://127.0.0.1:3000/',
    });
    expect(text).toContain('base_url: http://127.0.0.1:3000\n');
  });

  it.each(['http://user:pass@example.org', 'https://example.org?x=1', 'nonsense', 'ftp://example.org'])(
    'is not served from %s',
    async (baseUrl) => {
      expect((await refusal(documentOf({ '/a': get }), { baseUrl })).message).toContain('--base-url');
    },
  );

  it('has nothing that was asked for', async () => {
    expect((await refusal(documentOf({ '/a': get }), { tags: ['no'] })).message).toContain(
      'No supported operation is left',
    );
    expect((await refusal(documentOf({}))).message).toContain('no operation');
  });

  it('is refused if the adapter name is invalid', async () => {
    expect((await refusal(documentOf({ '/a': get }), { name: 'Not A Name' })).message).toContain(
      'The name of an adapter must be',
    );
  });

  it('is read although it is odd, and the oddity is noted', async () => {
    const twice = { get: { operationId: 'same', responses }, post: { operationId: 'same', responses } };
    const { report } = await generateAdapter(documentOf({ '/a': twice }));
    expect(report.operations.written).toBe(2);
    expect(report.notes[0]?.note).toContain('same');
  });
});
