import { describe, expect, it } from 'vitest';
import type { AdapterOperation } from '../../adapter/adapter.ts';
import { fileSchema } from '../../adapter/file-schema.ts';
import { adapter, call, exchangeOf, operation, parameter } from '../testing/adapters.ts';
import { startUpstream } from '../testing/upstream.ts';

const file = fileSchema(undefined);

const sentFor = async (changes: Partial<AdapterOperation>, given: object) => {
  const upstream = await startUpstream();
  const called = operation({ category: 'create', method: 'POST', ...changes });
  const outcome = await call(exchangeOf(adapter(upstream.url)), called, given as never);
  const [request] = upstream.requests;
  return { outcome, request, body: String(request?.body ?? ''), type: String(request?.headers['content-type']) };
};

describe('a form with files', () => {
  const upload: Partial<AdapterOperation> = {
    mediaType: 'multipart/form-data',
    parameters: [
      parameter('title', { in: 'body' }),
      parameter('photo', { in: 'body', wireName: 'pho"to', file: true, schema: file }),
      parameter('tags', { in: 'body', schema: { type: 'array' } }),
      parameter('about', { in: 'body', schema: { type: 'object' } }),
    ],
  };

  it('has a part for each value, with names that cannot end their line', async () => {
    const photo = { content: 'aGk=', content_mime_type: 'image/png', file_name: 'a"b.png' };
    const { body, type } = await sentFor(upload, { title: 'ä', photo, tags: ['x', 'y'], about: { age: 1 } });
    const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(type)?.[1] ?? '';
    expect(body.split(`--${boundary}`).map((part) => part.trim())).toEqual([
      '',
      'Content-Disposition: form-data; name="title"\r\n\r\nä',
      'Content-Disposition: form-data; name="pho%22to"; filename="a%22b.png"\r\nContent-Type: image/png\r\n\r\nhi',
      'Content-Disposition: form-data; name="tags"\r\n\r\nx',
      'Content-Disposition: form-data; name="tags"\r\n\r\ny',
      'Content-Disposition: form-data; name="about"\r\nContent-Type: application/json\r\n\r\n{"age":1}',
      '--',
    ]);
  });

  it.each([
    ['content that is not base64', { photo: { content: 'a*b' } }, 'VALIDATION_INVALID_VALUE'],
    ['base64 without padding', { photo: { content: 'aGk' } }, 'VALIDATION_INVALID_VALUE'],
    ['a name with a line end', { photo: { content: '', file_name: 'a\r\nX: y' } }, 'VALIDATION_CONTROL_CHARS'],
    ['null', { title: null }, 'VALIDATION_INVALID_VALUE'],
  ])('refuses %s, and sends nothing', async (_title, given, code) => {
    const { outcome, request } = await sentFor(upload, given);
    expect(outcome).toMatchObject({ code, effect: 'none' });
    expect(request).toBeUndefined();
  });
});

describe('a body that is one value', () => {
  const whole = (mediaType: string | undefined, changes = {}): Partial<AdapterOperation> => ({
    ...(mediaType !== undefined && { mediaType }),
    parameters: [parameter('body', { in: 'body', whole: true, schema: {}, ...changes })],
  });

  it.each<[string, Partial<AdapterOperation>, unknown, string, string]>([
    ['a list', whole(undefined), [1, { a: 2 }], '[1,{"a":2}]', 'application/json'],
    [
      'a JSON patch',
      whole('application/json-patch+json'),
      [{ op: 'test' }],
      '[{"op":"test"}]',
      'application/json-patch+json',
    ],
    ['text', whole('text/plain', { schema: { type: 'string' } }), 'ä\n', 'ä\n', 'text/plain; charset=utf-8'],
    ['bytes', whole('image/png', { file: true, schema: file }), { content: 'aGk=' }, 'hi', 'image/png'],
    [
      'a file of its own type',
      whole('image/*', { file: true, schema: file }),
      { content: 'x', content_encoding: 'utf-8', content_mime_type: 'image/gif' },
      'x',
      'image/gif',
    ],
    ['text of any type', whole('text/*', { schema: { type: 'string' } }), 'a', 'a', 'text/plain; charset=utf-8'],
    [
      'bytes of any type',
      whole('*/*', { file: true, schema: file }),
      { content: 'aGk=' },
      'hi',
      'application/octet-stream',
    ],
  ])('is sent as %s', async (_title, changes, given, body, type) => {
    expect(await sentFor(changes, { body: given })).toMatchObject({ body, type });
  });

  it.each([undefined, 'text/html'])(
    'is refused if the operation takes images and the file is of type %s',
    async (type) => {
      const given = { content: 'aGk=', ...(type && { content_mime_type: type }) };
      const { outcome, request } = await sentFor(whole('image/*', { file: true, schema: file }), { body: given });
      expect(outcome).toMatchObject({ code: 'VALIDATION_INVALID_VALUE', effect: 'none' });
      expect(outcome.ok ? '' : outcome.message).toContain("'image/'");
      expect(request).toBeUndefined();
    },
  );

  it('is not sent if it is left out', async () => {
    const { body, request } = await sentFor(whole(undefined), {});
    expect(body).toBe('');
    expect(request?.headers['content-type']).toBeUndefined();
  });
});

describe('a parameter that is spread', () => {
  const parameters = [
    parameter('title', { in: 'body', wireName: 'Title' }),
    parameter('more', { in: 'body', spread: true, schema: { type: 'object' } }),
  ];

  it('adds its members to the body', async () => {
    const { body } = await sentFor({ parameters }, { title: 'a', more: { size: 1, more: [] } });
    expect(JSON.parse(body)).toEqual({ Title: 'a', size: 1, more: [] });
  });

  it('refuses a member that has a parameter of its own, and sends nothing', async () => {
    const { outcome, request } = await sentFor({ parameters }, { more: { Title: { not: 'a string' } } });
    expect(outcome).toMatchObject({ code: 'VALIDATION_INVALID_VALUE', effect: 'none' });
    expect(request).toBeUndefined();
  });
});
