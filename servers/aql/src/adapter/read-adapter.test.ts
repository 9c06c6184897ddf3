import { describe, expect, it } from 'vitest';
import { readAdapter } from './read-adapter.ts';
import { libraryAdapter, weatherAdapter } from './testing/adapters.ts';

const read = (text: string) => {
  const { adapter, problems } = readAdapter(text);
  expect(problems).toEqual([]);
  if (!adapter) throw new Error('no adapter');
  return adapter;
};
const operation = (text: string, name: string) => {
  const found = read(text).operations.find((one) => one.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

describe('the first dialect', () => {
  it('reads the name, the description and the target', () => {
    expect(read(libraryAdapter)).toMatchObject({
      name: 'library-api',
      version: '1.2.0',
      baseUrl: 'https://library.example.org/v1',
      timeoutMs: 5000,
      auth: { type: 'bearer', tokenEnv: 'LIBRARY_TOKEN', prefix: 'Bearer' },
      headers: { 'Accept-Language': 'en' },
      trustClaim: 'validated',
      statuses: 'corrected',
      documentation: '# The library\n\nAsk the desk.',
    });
  });

  it('puts parameters where they are sent, under the names of the API', () => {
    expect(operation(libraryAdapter, 'lend_book').parameters).toEqual([
      {
        name: 'isbn',
        wireName: 'isbn',
        in: 'path',
        required: true,
        sensitive: false,
        schema: { type: 'string', description: 'The number of a book.', pattern: '^[0-9]{13}$' },
      },
      expect.objectContaining({ name: 'reader_id', wireName: 'readerId', in: 'body', required: true }),
      expect.objectContaining({ name: 'weeks', schema: { type: 'integer', minimum: 1, maximum: 8, default: 4 } }),
      expect.objectContaining({ name: 'pin', sensitive: true }),
    ]);
    expect(operation(libraryAdapter, 'list_books').parameters).toEqual([
      expect.objectContaining({ name: 'shelf', in: 'query', required: false }),
      expect.objectContaining({ name: 'tags', in: 'query', explode: false }),
      expect.objectContaining({ name: 'trace', in: 'header', wireName: 'X-Trace' }),
    ]);
  });

  it('lets a reference override its target', () => {
    expect(operation(libraryAdapter, 'update_book').parameters[0]?.schema).toEqual({
      type: 'string',
      description: 'Which book.',
      pattern: '^[0-9]{13}$',
    });
  });

  it('separates the changes of an update from the parameters that identify its target', () => {
    const update = operation(libraryAdapter, 'update_book');
    expect(update.readWith).toBe('get_book');
    expect(update.input?.map(({ name }) => name)).toEqual(['title', 'author']);
    expect(update.input?.[1]?.schema).toEqual({
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
      additionalProperties: false,
    });
  });

  it('makes the body of an update without an input its input', () => {
    const { parameters, input } = operation(libraryAdapter, 'rename_shelf');
    expect(parameters.map(({ name }) => name)).toEqual(['shelf_id']);
    expect(input?.map(({ name }) => name)).toEqual(['label']);
  });

  it('reads danger, paging, types, examples and fields', () => {
    expect(operation(libraryAdapter, 'remove_book').danger).toEqual({
      level: 'dangerous',
      inferred: 'destructive',
      reasons: ['Its loans go with it'],
      confirmationMessage: 'Remove {isbn} and its loans?',
      requiresConfirmation: false,
    });
    expect(operation(libraryAdapter, 'list_books')).toMatchObject({
      paging: {
        style: 'cursor',
        parameter: 'after',
        sizeParameter: 'size',
        defaultSize: 10,
        maxSize: 50,
        itemsAt: 'books',
        cursorAt: 'meta.next',
        totalAt: 'meta.total',
      },
      fieldSets: { spine: ['title', 'author.name'] },
      returns: { type: 'Book[]', description: 'A page of books.' },
      idempotent: true,
    });
    expect(operation(libraryAdapter, 'get_book')).toMatchObject({
      returns: { type: 'Book' },
      resource: { type: 'book', id: '{isbn}' },
      examples: [{ description: 'One book', request: { operation: 'get_book', params: { isbn: '9780140449136' } } }],
    });
    expect(read(libraryAdapter).types.map(({ name, kind }) => [name, kind])).toEqual([
      ['Book', 'object'],
      ['Shelf', 'enum'],
      ['Thing', 'union'],
    ]);
    expect(operation(libraryAdapter, 'remind_readers').idempotent).toBe(true);
    expect(operation(libraryAdapter, 'lend_book').idempotent).toBe(false);
  });

  it('reads codes and rules, and knows the kind of a code by its beginning', () => {
    const { errorCodes, mapping } = read(libraryAdapter);
    expect(errorCodes).toEqual([
      { code: 'LIBRARY_CLOSED', category: 'conflict', messageTemplate: 'The library is closed: {reason}' },
      { code: 'NOT_FOUND_BOOK', category: 'not_found', messageTemplate: "Book '{isbn}' not found" },
    ]);
    expect(mapping.map(({ code, statuses, condition }) => [code, statuses, condition?.source])).toEqual([
      ['LIBRARY_CLOSED', [409], "response.body.error contains 'closed'"],
      ['NOT_FOUND_BOOK', [404], undefined],
      ['RATE_LIMIT_EXCEEDED', [403], "response.body.error contains 'too many'"],
      ['PERMISSION_DENIED', [403], undefined],
    ]);
  });

  it('reads limits and quotas', () => {
    const { apiLimits, quotas } = read(libraryAdapter);
    expect(apiLimits.map(({ scope, limit, window }) => [scope, limit, window])).toEqual([
      ['global', 100, 'minute'],
      ['endpoint', 10, 'second'],
      ['category', 5, 'day'],
    ]);
    expect(apiLimits[0]).toMatchObject({ remainingHeader: 'X-Left', resetHeader: 'X-Reset' });
    expect(quotas).toEqual([{ metric: 'requests_per_hour', windowMs: 3_600_000, warn: 80, pause: 90, stop: 100 }]);
  });
});

describe('the second dialect', () => {
  it('is read into the same model', () => {
    const adapter = read(weatherAdapter);
    expect(adapter).toMatchObject({
      name: 'weather',
      auth: { type: 'api_key', keyEnv: 'WEATHER_KEY', in: 'header', name: 'X-Api-Key', prefix: 'Key' },
      trustClaim: 'validated',
      apiLimits: [
        { scope: 'global', limit: 60, window: 'minute' },
        { scope: 'global', limit: 1000, window: 'day' },
        { scope: 'global', limit: 5, window: 'second' },
      ],
      documentation: '',
    });
    expect(operation(weatherAdapter, 'get_forecast')).toMatchObject({
      paging: { style: 'offset', parameter: 'offset', sizeParameter: 'limit', defaultSize: 20, maxSize: 200 },
      returns: { type: 'object', description: 'The forecast.' },
    });
    expect(operation(weatherAdapter, 'send_alert')).toMatchObject({
      danger: { level: 'destructive', inferred: 'reversible', requiresConfirmation: true },
      idempotent: false,
    });
  });

  it.each([
    ['untrusted', 'untested'],
    ['low', 'generated'],
    ['medium', 'validated'],
    ['high', 'community_reviewed'],
    ['verified', 'certified'],
  ])('takes trust %s for %s', (given, meant) => {
    expect(read(weatherAdapter.replace('level: medium', `level: ${given}`)).trustClaim).toBe(meant);
  });
});

describe('the form of the file', () => {
  it('reads JSON, which is YAML', () => {
    const text = JSON.stringify({
      name: 'small-api',
      type: 'adapter',
      version: '1.0.0',
      description: 'Small.',
      target: { base_url: 'http://127.0.0.1:8080' },
      trust: 'generated',
      operations: { read: [{ name: 'get_it', maps_to: 'GET /it' }] },
    });
    expect(read(text)).toMatchObject({ name: 'small-api', baseUrl: 'http://127.0.0.1:8080', auth: { type: 'none' } });
  });

  it('reads a file with a byte order mark and with CRLF, and counts its lines the same', () => {
    expect(read(`\uFEFF${libraryAdapter.replaceAll('\n', '\r\n')}`).operations).toHaveLength(7);
    const broken = libraryAdapter.replace('weeks: { type: integer', 'weeks: { type: intger');
    const places = (text: string) => readAdapter(text).problems.map(({ line, column }) => [line, column]);
    expect(places(broken.replaceAll('\n', '\r\n'))).toEqual(places(broken));
    expect(places(broken)).toEqual([[32, 24]]);
  });

  it("accepts a placeholder with the API's name of a parameter", () => {
    const text = weatherAdapter
      .replace('/forecast/{place}', '/forecast/{placeName}')
      .replace('place: { type: string,', 'place: { type: string, wire_name: placeName,');
    expect(operation(text, 'get_forecast').path).toBe('/forecast/{place}');
  });
});

describe('auth without names of variables', () => {
  const auth = (fields: string) => libraryAdapter.replace(/auth:\n(?: {2}.*\n)+/, `auth: ${fields}\n`);

  it.each([
    ['{ type: bearer, prefix: "Bearer " }', { type: 'bearer', tokenEnv: 'LIBRARY_API_TOKEN', prefix: 'Bearer' }],
    ['{ type: bearer, prefix: "" }', { type: 'bearer', tokenEnv: 'LIBRARY_API_TOKEN', prefix: '' }],
    ['{ type: api_key, header: X-Key }', { type: 'api_key', keyEnv: 'LIBRARY_API_API_KEY', name: 'X-Key' }],
    ['{ type: basic }', { type: 'basic', usernameEnv: 'LIBRARY_API_USERNAME', passwordEnv: 'LIBRARY_API_PASSWORD' }],
  ])('is accepted with a warning that names them: %s', (fields, expected) => {
    const { adapter, problems } = readAdapter(auth(fields));
    expect(adapter?.auth).toMatchObject(expected);
    expect(problems.map(({ severity }) => severity)).not.toContain('error');
    expect(problems.map(({ message }) => message).join()).toContain(
      ', the credential is read from the environment variable LIBRARY_API_',
    );
  });
});
