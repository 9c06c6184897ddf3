import { describe, expect, it } from 'vitest';
import { readAdapter } from './read-adapter.ts';
import { libraryAdapter, weatherAdapter } from './testing/adapters.ts';

/**
 * One rule broken in a file that is right: what is replaced, by what, and the code, path, line and column of the one
 * problem that follows. A column of 0 is where the replacement begins.
 */
type Row = readonly [title: string, from: string, to: string, code: string, path: string, place: string | undefined];

const missing = 'SCHEMA_MISSING_FIELD';
const type = 'SCHEMA_INVALID_TYPE';
const name = 'SCHEMA_INVALID_NAME';
const twice = 'SCHEMA_DUPLICATE_NAME';
const nowhere = 'SCHEMA_UNRESOLVED_REF';

const rows: readonly Row[] = [
  // the head of the file
  ['no name', 'name: library-api\n', '', missing, 'name', 'type:'],
  ['a name in capitals', 'name: library-api', 'name: Library', type, 'name', 'Library'],
  ['no type', 'type: adapter\n', '', missing, 'type', 'name:'],
  ['another type', 'type: adapter', 'type: plugin', type, 'type', 'plugin'],
  ['a version without quotes', 'version: "1.2.0"', 'version: 1.2', type, 'version', '1.2'],
  ['a schema_version of the future', 'schema_version: "1.0"', 'schema_version: "9.9"', 'SCHEMA_VERSION_UNSUPPORTED', 'schema_version', '"9.9"'],
  ['no description', 'description: Books and loans of a town library.\n', '', missing, 'description', 'name:'],
  ['an unknown field', 'author: The library', 'autor: The library', name, 'autor', 'autor'],
  ['a merge key', 'author: The library', '<<: { a: 1 }', 'SCHEMA_VALIDATION_ERROR', '', '<<:'],
  ['a key given twice', 'tags: [books]', 'author: [books]', twice, 'author', 'author: [books]'],
  ['a key of the prototype', 'tags: [books]', '__proto__: [books]', 'SCHEMA_VALIDATION_ERROR', '', '__proto__'],
  ['a tag', 'author: The library', 'author: !!js/function "x"', 'SCHEMA_VALIDATION_ERROR', '', '!!js'],
  ['a list without its end', 'tags: [books]', 'tags: [books', 'SCHEMA_VALIDATION_ERROR', '', undefined],
  ['no number of JSON', 'default: 4', 'default: .inf', 'SCHEMA_VALIDATION_ERROR', '', '.inf'],
  // the target
  ['no address', '  base_url: https://library.example.org/v1/\n', '', missing, 'target.base_url', 'transport: http'],
  ['a relative address', 'https://library.example.org/v1/', '/v1', type, 'target.base_url', '/v1'],
  ['an address of another scheme', 'https://library', 'ftp://library', type, 'target.base_url', 'ftp'],
  ['an address with a query', 'example.org/v1/', 'example.org/v1?a=b', type, 'target.base_url', 'https'],
  ['an address with a fragment', 'example.org/v1/', 'example.org/v1#a', type, 'target.base_url', 'https'],
  ['plain http with credentials', 'https://library', 'http://library', type, 'target.base_url', 'http'],
  ['another transport', 'transport: http', 'transport: websocket', type, 'target.transport', 'websocket'],
  ['a timeout of nothing', 'timeout_ms: 5000', 'timeout_ms: 0', type, 'target.timeout_ms', '0\nauth'],
  // auth and headers
  ['oauth2', 'type: bearer', 'type: oauth2', type, 'auth.type', 'oauth2'],
  ['a header that signs', 'Accept-Language: en', 'Authorization: x', type, 'headers.Authorization', 'Authorization'],
  ['a header of two lines', 'Accept-Language: en', 'Accept-Language: "e\\nn"', type, 'headers.Accept-Language', '"e'],
  ['unknown trust', 'level: validated\n', 'level: believed\n', type, 'trust.level', 'believed'],
  // operations
  ['an unknown category', '  execute:\n', '  exec:\n', name, 'operations.exec', 'exec:'],
  ['operations that are no list', '  execute:\n    - name: remind_readers\n      maps_to: POST /reminders\n      idempotent: true\n', '  execute: 5\n', type, 'operations.execute', '5\n'],
  ['an operation without a name', '- name: remind_readers\n      maps_to', '- maps_to', missing, 'operations.execute[0].name', 'maps_to: POST /reminders'],
  ['an operation without a path', '      maps_to: POST /reminders\n', '', missing, 'operations.execute[0].maps_to', 'name: remind_readers'],
  ['an operation in camel case', 'name: remind_readers', 'name: remindReaders', name, 'operations.execute[0].name', 'remindReaders'],
  ['a reserved operation', 'name: remind_readers', 'name: introspect', name, 'operations.execute[0].name', 'introspect'],
  ['an operation twice', 'name: remind_readers', 'name: lend_book', twice, 'operations.execute[0].name', 'lend_book\n      maps_to: POST /reminders'],
  ['an unknown method', 'maps_to: POST /reminders', 'maps_to: SEND /reminders', type, 'operations.execute[0].maps_to', 'SEND'],
  ['a method in small letters', 'maps_to: POST /reminders', 'maps_to: post /reminders', type, 'operations.execute[0].maps_to', 'post'],
  ['a path without its slash', 'POST /reminders', 'POST reminders', type, 'operations.execute[0].maps_to', 'POST reminders'],
  ['a path with a query', 'POST /reminders', 'POST /reminders?all=1', type, 'operations.execute[0].maps_to', 'POST /reminders'],
  ['a path with dots', 'POST /reminders', 'POST /a/../reminders', type, 'operations.execute[0].maps_to', 'POST /a'],
  ['a path with encoded dots', 'POST /reminders', 'POST /a/%2e%2E/b', type, 'operations.execute[0].maps_to', 'POST /a'],
  ['a placeholder without its end', 'POST /reminders', 'POST /reminders/{a', type, 'operations.execute[0].maps_to', 'POST /r'],
  ['a placeholder that is no parameter', 'POST /reminders', 'POST /reminders/{day}', nowhere, 'operations.execute[0].maps_to', '{day}'],
  ['a read that deletes', 'GET /books\n', 'DELETE /books\n', type, 'operations.read[1].maps_to', 'DELETE /books\n'],
  ['an unknown field of an operation', 'idempotent: true', 'idempotant: true', name, 'operations.execute[0].idempotant', 'idempotant'],
  ['an input outside updates', 'idempotent: true', 'input: { a: { type: string } }', name, 'operations.execute[0].input', '{ a:'],
  ['a PUT without its read', '      read_with: get_book\n', '', missing, 'operations.update[0].read_with', 'name: update_book'],
  ['members that nothing reads', '      maps_to: POST /reminders\n', '      maps_to: POST /reminders\n      read_only: [id]\n', name, 'operations.execute[0].read_only', '[id]'],
  ['a read_with that is not there', 'read_with: get_book', 'read_with: get_boook', nowhere, 'operations.update[0].read_with', 'get_boook'],
  ['a read_with that reads nothing', 'read_with: get_book', 'read_with: lend_book', type, 'operations.update[0].read_with', 'lend_book\n      params'],
  ['a body beside an input', 'description: Which book. }', 'description: Which book. }\n        extra: { type: string }', name, 'operations.update[0].params.extra', '{ type: string }\n      input'],
  ['an unknown field in a confirmation', 'Remove {isbn} and', 'Remove {title} and', nowhere, 'operations.delete[0].danger', 'level: dangerous'],
  ['an unknown danger', 'level: dangerous', 'level: deadly', type, 'operations.delete[0].danger.level', 'deadly'],
  ['an example of another operation', 'params: { isbn: "9780140449136" }', 'request: { operation: lend_book }', type, 'operations.read[0].examples[0].request', '{ operation'],
  ['an answer of no known type', 'returns: Book\n', 'returns: Bok\n', nowhere, 'operations.read[0].returns', 'Bok'],
  ['a default page larger than the largest', 'default_limit: 10', 'default_limit: 60', type, 'operations.read[1].pagination.default_limit', '60,'],
  ['an unknown style of pages', 'style: cursor', 'style: scroll', type, 'operations.read[1].pagination.style', 'scroll'],
  ['a field set named full', 'field_sets: { spine:', 'field_sets: { full:', name, 'operations.read[1].field_sets.full', 'full:'],
  // parameters
  ['a parameter in camel case', 'reader_id: {', 'readerId: {', name, 'operations.create[0].params.readerId', 'readerId: {'],
  ['a parameter that carries tokens', 'weeks: {', '_confirmation: {', name, 'operations.create[0].params._confirmation', '_confirmation'],
  ['a parameter without a type', 'weeks: { type: integer, minimum: 1, maximum: 8, default: 4 }', 'weeks: { required: true }', type, 'operations.create[0].params.weeks.type', '{ required: true }'],
  ['an unknown type', 'weeks: { type: integer', 'weeks: { type: int', type, 'operations.create[0].params.weeks.type', 'int,'],
  ['an unknown keyword', 'maximum: 8', 'max: 8', name, 'operations.create[0].params.weeks.max', 'max:'],
  ['a default outside its bounds', 'default: 4', 'default: 40', type, 'operations.create[0].params.weeks.default', '40'],
  ['a default of another type', 'default: 4', 'default: four', type, 'operations.create[0].params.weeks.default', 'four'],
  ['a default outside its enum', 'default: new', 'default: newest', type, 'operations.read[1].params.shelf.default', 'newest'],
  ['bounds the wrong way round', 'maximum: 8, default: 4', 'maximum: 0', type, 'operations.create[0].params.weeks.maximum', '0 }'],
  ['a bound of another type', 'minimum: 1, maximum: 8, default: 4', 'minLength: 1', type, 'operations.create[0].params.weeks.minLength', '1 }\n        pin'],
  ['an empty enum', 'enum: [new, old], default: new', 'enum: []', type, 'operations.read[1].params.shelf.enum', '[]'],
  ['an enum of another type', 'enum: [new, old], default: new', 'enum: [new, 5]', type, 'operations.read[1].params.shelf.enum', '[new, 5]'],
  ['a pattern that is none', '"^[0-9]{4}$"', '"(["', type, 'operations.create[0].params.pin.pattern', '"(["'],
  ['a pattern that looks back', '"^[0-9]{4}$"', '"(?<=a)b"', type, 'operations.create[0].params.pin.pattern', '"(?<=a)b"'],
  ['a pattern too large', '"^[0-9]{4}$"', '"((a{900}){900})"', type, 'operations.create[0].params.pin.pattern', '"((a'],
  ['a path parameter that may be left out', '{ $ref: "#/shared_parameters/isbn" }\n        reader_id', '{ $ref: "#/shared_parameters/isbn", required: false }\n        reader_id', type, 'operations.create[0].params.isbn.required', 'false }\n        reader_id'],
  ['a reference to nothing', '"#/shared_parameters/isbn", description', '"#/shared_parameters/isb", description', nowhere, 'operations.update[0].params.isbn.$ref', '"#/shared_parameters/isb"'],
  ['a reference elsewhere', '"#/shared_parameters/isbn", description', '"other.yaml#/isbn", description', type, 'operations.update[0].params.isbn.$ref', '"other.yaml'],
  ['an object in a query', 'tags: { type: array, items: { type: string, maxLength: 20 }, array_style: comma, in: query }', 'tags: { type: object }', type, 'operations.read[1].params.tags.type', 'object }\n        trace'],
  ['a body without one', 'array_style: comma, in: query', 'array_style: comma, in: body', type, 'operations.read[1].params.tags.in', 'body }'],
  ['a header that frames', 'wire_name: X-Trace', 'wire_name: Content-Length', type, 'operations.read[1].params.trace.wire_name', 'Content-Length'],
  ['two parameters of one name on the wire', 'pin: { type: string,', 'pin: { type: string, wire_name: readerId,', twice, 'operations.create[0].params.pin', '{ type: string, wire_name: readerId'],
  ['an array_style of a number', 'maximum: 8, default: 4', 'array_style: comma', name, 'operations.create[0].params.weeks.array_style', 'comma }\n        pin'],
  // types, codes, limits
  ['a type twice', '{ name: Thing, kind', '{ name: Book, kind', twice, 'types[2].name', 'Book, kind: union'],
  ['an enum without values', 'kind: enum, values: [new, old] }', 'kind: enum }', missing, 'types[1].values', '{ name: Shelf'],
  ['values of an object', '{ name: Book, kind: object, fields:', '{ name: Book, kind: object, values: [1], fields:', name, 'types[0].values', '[1]'],
  ['a member that is not there', 'members: [Book, Shelf]', 'members: [Book, Shef]', nowhere, 'types[2].members[1]', '[Book, Shef]'],
  ['a code of the core', 'LIBRARY_CLOSED:', 'PERMISSION_DENIED:', twice, 'error_codes.PERMISSION_DENIED', 'PERMISSION_DENIED:'],
  ['a code in small letters', 'LIBRARY_CLOSED:', 'library_closed:', name, 'error_codes.library_closed', 'library_closed'],
  ['an unknown category of a code', 'category: CONFLICT', 'category: QUARREL', type, 'error_codes.LIBRARY_CLOSED.category', 'QUARREL'],
  ['a code without any category', '    category: CONFLICT\n', '', type, 'error_codes.LIBRARY_CLOSED.category', 'message_template: "The'],
  ['no status', '[409]', '[999]', type, 'error_codes.LIBRARY_CLOSED.maps_from_http[0]', '999'],
  ['a condition that is none', "error contains 'closed'", "error contians 'closed'", type, 'error_codes.LIBRARY_CLOSED.condition', 'contians'],
  ['a rule for no status', '  404:\n', '  lost:\n', name, 'error_mapping.lost', 'lost:'],
  ['a rule without a code', '    code: NOT_FOUND_BOOK\n', '', missing, 'error_mapping.404.code', 'message_template: "Book'],
  ['a rule that makes every success a failure', '  404:\n', '  200:\n', missing, 'error_mapping.200.condition', 'code: NOT_FOUND_BOOK'],
  ['a code that makes every success a failure', '    maps_from_http: [409]\n    condition: "response.body.error contains \'closed\'"', '    maps_from_http: [202]', missing, 'error_codes.LIBRARY_CLOSED.condition', 'category: CONFLICT'],
  ['a rule with a code that nothing explains', 'code: NOT_FOUND_BOOK', 'code: BOOK_AWAY', nowhere, 'error_mapping.404.code', 'BOOK_AWAY'],
  ['a placeholder of no path', 'closed: {reason}', 'closed: {response.bodyy.until}', type, 'error_codes.LIBRARY_CLOSED.message_template', '"The library'],
  ['a placeholder of nothing', 'closed: {reason}', 'closed: {}', type, 'error_codes.LIBRARY_CLOSED.message_template', '"The library'],
  ['a placeholder that is a sentence', "Book '{isbn}'", "Book '{the isbn}'", type, 'error_mapping.404.message_template', '"Book \'{the'],
  ['a placeholder of a parameter that no operation has', "Book '{isbn}'", "Book '{params.isbm}'", type, 'error_mapping.404.message_template', '"Book \'{params'],
  ['a port that nobody listens on', 'https://library.example.org', 'https://library.example.org:0', type, 'target.base_url', 'https://library.example.org:0'],
  ['a rule with the code of a warning', 'code: PERMISSION_DENIED', 'code: RATE_LIMIT_QUOTA_WARNING', type, 'error_mapping.403[1].code', 'RATE_LIMIT_QUOTA_WARNING'],
  ['a limit without its number', 'scope: global, limit: 100,', 'scope: global,', missing, 'rate_limits.api_limits[0].limit', '{ scope: global'],
  ['a limit of an endpoint without one', 'endpoint: GET /books/*, limit: 10', 'limit: 10', missing, 'rate_limits.api_limits[1].endpoint', '{ scope: endpoint'],
  ['thresholds the wrong way round', 'pause: 90', 'pause: 70', type, 'rate_limits.quotas.limits[0].pause', '70'],
]; // prettier-ignore

const lineAndColumn = (text: string, offset: number) => {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
};

describe('a rule that is broken', () => {
  it.each(rows)('is found once, with its place: %s', (_, from, to, code, path, place) => {
    expect(libraryAdapter).toContain(from);
    const text = libraryAdapter.replace(from, () => to);
    const { adapter, problems } = readAdapter(text);
    expect(adapter).toBeUndefined();
    expect(problems.map((problem) => [problem.code, problem.field_path, problem.severity])).toEqual([
      [code, path, 'error'],
    ]);
    const [problem] = problems;
    if (place !== undefined) {
      expect(text).toContain(place);
      expect({ line: problem?.line, column: problem?.column }).toEqual(lineAndColumn(text, text.indexOf(place)));
    }
  });

  it('is found together with all the others', () => {
    const titles = new Set([
      'no description',
      'oauth2',
      'a pattern that is none',
      'a default outside its bounds',
      'no status',
    ]);
    const broken = rows.filter(([title]) => titles.has(title));
    const text = broken.reduce((file, [, from, to]) => file.replace(from, () => to), libraryAdapter);
    expect(readAdapter(text).problems.map((problem) => problem.field_path)).toEqual([
      'description',
      'auth.type',
      'operations.create[0].params.weeks.default',
      'operations.create[0].params.pin.pattern',
      'error_codes.LIBRARY_CLOSED.maps_from_http[0]',
    ]);
  });
});

describe('a warning', () => {
  const warnings = (text: string) => {
    const { adapter, problems } = readAdapter(text);
    expect(problems.map(({ severity }) => severity)).toEqual(problems.map(() => 'warning'));
    return { adapter, problems: problems.map(({ code, field_path }) => [code, field_path]) };
  };

  it('does not keep an adapter from being served, and the higher danger holds', () => {
    const { adapter, problems } = warnings(libraryAdapter.replace('level: dangerous', 'level: safe'));
    expect(problems).toEqual([[type, 'operations.delete[0].danger.level']]);
    expect(adapter?.operations.find((one) => one.name === 'remove_book')?.danger.level).toBe('destructive');
  });

  it.each([
    [
      'an old label of the format',
      'schema_version: "1.0"',
      'schema_version: "1.0.0-draft"',
      'SCHEMA_VERSION_DEPRECATED',
      'schema_version',
    ],
    [
      'a metric that is not counted',
      'metric: requests_per_hour',
      'metric: cost_per_day',
      type,
      'rate_limits.quotas.limits[0].metric',
    ],
    [
      'a format that is not checked',
      'pin: { type: string,',
      'pin: { type: string, format: pin-code,',
      type,
      'operations.create[0].params.pin.format',
    ],
    [
      'a rule for a code that no API can answer with',
      'code: PERMISSION_DENIED',
      'code: CONFIRMATION_REQUIRED',
      type,
      'error_mapping.403[1].code',
    ],
    [
      'a rule for a code of tokens',
      'code: PERMISSION_DENIED',
      'code: TOKEN_EXPIRED',
      type,
      'error_mapping.403[1].code',
    ],
    ['a private address', 'https://library.example.org', 'https://10.0.0.8', type, 'target.base_url'],
    ['an address of cloud metadata', 'https://library.example.org', 'https://169.254.169.254', type, 'target.base_url'],
    ['a name that nobody has', 'https://library.example.org', 'https://library.invalid', type, 'target.base_url'],
    ['pages without a cursor', 'cursor_path: meta.next, ', '', type, 'operations.read[1].pagination'],
    [
      'a code that nothing is answered with',
      '    maps_from_http: [409]\n    condition: "response.body.error contains \'closed\'"\n',
      '',
      type,
      'error_codes.LIBRARY_CLOSED',
    ],
    ['no trust', 'trust:\n  level: validated\n  validated_at: 2026-02-03\n', '', type, 'trust'],
    [
      'a cooldown',
      'level: dangerous',
      'level: dangerous\n        cooldown_seconds: 5',
      type,
      'operations.delete[0].danger.cooldown_seconds',
    ],
  ])('tells of %s', (_, from, to, code, path) => {
    expect(libraryAdapter).toContain(from);
    const { adapter, problems } = warnings(libraryAdapter.replace(from, () => to));
    expect(problems).toEqual([[code, path]]);
    expect(adapter).toBeDefined();
  });

  it('tells of plain http where nothing is signed', () => {
    const open = weatherAdapter.replace('https://', 'http://').replace(/auth:\n(?: {2}.*\n)+/, '');
    expect(warnings(open).problems).toEqual([[type, 'target.base_url']]);
  });
});
