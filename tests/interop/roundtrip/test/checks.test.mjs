import { expect, it } from 'vitest';
import { documents } from '../src/documents.mjs';
import { judge } from '../src/judge.mjs';
import { runDocument } from '../src/run-document.mjs';

const run = (tamper, only) => runDocument(documents.corners(), { tamper, only });
const problemsOf = ({ failures }) => failures.flatMap(({ problems }) => problems).join('\n');

it('finds nothing wrong with requests as they were sent', async () => {
  const result = await run(undefined);
  expect(result.called).toBeGreaterThan(0);
  expect(problemsOf(result)).toBe('');
});

const changed = (change) => (request) =>
  request.body.length === 0 ? request : { ...request, body: Buffer.from(change(request.body.toString('utf8'))) };
const without =
  (...names) =>
  (request) => ({
    ...request,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !names.includes(name))),
  });

const wrong = [
  ['another method', 'GET /security/none', (request) => ({ ...request, method: 'DELETE' }), 'method DELETE'],
  ['another path', 'GET /security/none', (request) => ({ ...request, url: `${request.url}/more` }), 'path /'],
  ['a missing key of two', 'GET /security/both', without('x-secret'), 'is not signed as demanded'],
  ['a missing cookie', 'GET /security/cookie', without('cookie'), 'is not signed as demanded'],
  [
    'a list in another style',
    'GET /styles/query-pipedelimited-joined-list',
    (request) => ({ ...request, url: request.url.replaceAll('%7C', ',') }),
    "query 'thing' is",
  ],
  [
    'a value that its schema does not accept',
    'GET /styles/query-form-exploded-value',
    (request) => ({ ...request, url: request.url.replace(/thing=\w+/, 'thing=NO') }),
    "query 'thing' is not valid",
  ],
  [
    'a parameter that the document does not have',
    'GET /styles/query-form-exploded-value',
    (request) => ({ ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}other=1` }),
    "query 'other' is not in the document",
  ],
  [
    'a parameter that was not asked for',
    'GET /styles/query-form-exploded-value',
    (request) => (request.url.includes('?') ? request : { ...request, url: `${request.url}?thing=abc` }),
    "query 'thing' was not asked for",
  ],
  ['a dropped parameter', 'GET /styles/header-simple-joined-value', without('x-thing'), "header 'X-Thing' is missing"],
  ['a dropped body', 'POST /bodies/json', changed(() => ''), 'the body is missing'],
  [
    'a dropped member',
    'POST /bodies/json',
    changed((text) => text.replace(/"price":[\d.]+,?/, '')),
    'the body differs',
  ],
  [
    'a body of another type',
    'POST /bodies/json',
    changed((text) => text.replace(/"name":"[^"]*"/, '"name":5')),
    'the body is not valid',
  ],
  [
    'a form without its brackets',
    'POST /bodies/nested-form',
    changed((text) => text.replaceAll('%5B', '.').replaceAll('%5D', '')),
    'the body differs',
  ],
  ['another content type', 'POST /bodies/form', without('content-type'), 'content type'],
  [
    'a changed file',
    'POST /bodies/multipart',
    changed((text) => text.replace(/(filename=[^]*?\r\n\r\n)/, '$1x')),
    'the body differs',
  ],
  [
    'a part of another type',
    'POST /bodies/multipart-types',
    changed((text) => text.replace('Content-Type: image/png', 'Content-Type: image/gif')),
    "the part 'picture' is image/gif",
  ],
  [
    'an answer that the operation does not have',
    'GET /answers/pdf',
    (request) => ({ ...request, headers: { ...request.headers, accept: 'application/json' } }),
    'accepts application/json',
  ],
  [
    'a credential that nothing demands',
    'GET /security/none',
    (request) => ({ ...request, headers: { ...request.headers, 'x-other': 'secret-corners_token' } }),
    'is signed although nothing demands it',
  ],
  ['null that was not sent', 'POST /bodies/null', changed((text) => text.replace('null', '1')), 'the body differs'],
  [
    'a changed patch',
    'PATCH /patches/{id}',
    changed((text) => text.replace('"op"', '"operation"')),
    'the body is not valid',
  ],
];

it.each(wrong)('reports %s', async (_title, operation, tamper, problem) => {
  const result = await run(tamper, operation);
  expect(result.called).toBe(1);
  expect(result.sendable).toBe(0);
  expect(problemsOf(result)).toContain(problem);
});

const good = { operations: 10, written: 9, called: 9, sendable: 9, failures: [], reasons: {}, unplanned: [] };
const failure = { operation: 'GET /x', problems: ['is wrong'] };

it('accepts a result that keeps every rule', () => {
  expect(judge(good, { baseline: { sendable: 9 } })).toEqual([]);
});

it.each([
  ['too few written operations', { ...good, written: 8, called: 8 }, {}],
  ['fewer sendable operations than the baseline', { ...good, sendable: 8 }, { baseline: { sendable: 9 } }],
  ['a request that is wrong', { ...good, failures: [failure] }, {}],
  ['a refused document', { ...good, refused: 'it is not valid' }, {}],
  ['a document without operations', { ...good, operations: 0, written: 0, called: 0 }, {}],
  [
    'an operation that is never called',
    { ...good, unplanned: [{ operation: 'GET /x', problems: [], checked: 0 }] },
    {},
  ],
  ['a listed failure that no longer occurs', good, { allowed: { failures: ['GET /x'] } }],
  ['a listed shortfall that no longer exists', good, { allowed: { written: 8 } }],
  ['fewer operations than its listed shortfall', { ...good, written: 5, called: 5 }, { allowed: { written: 8 } }],
])('rejects %s', (_title, result, records) => {
  expect(judge(result, records)).toHaveLength(1);
});

it('accepts the listed shortfalls of a document', () => {
  const allowed = { written: 8, failures: ['GET /x'] };
  expect(judge({ ...good, written: 8, called: 8, failures: [failure] }, { allowed })).toEqual([]);
});
