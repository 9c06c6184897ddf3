import type { Json, JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { parseCondition } from './parse-condition.ts';

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: Json;
  readonly params?: JsonObject;
}

const holds = (source: string, { status = 403, headers = {}, body, params = {} }: Answer = {}): boolean => {
  const { condition, problem } = parseCondition(source);
  if (problem) throw new Error(`${problem.message} (${problem.position})`);
  return condition.holds({ response: { status, headers: new Headers(headers), body }, params });
};

const problemOf = (source: string) => parseCondition(source).problem;

describe('the conditions of the contract', () => {
  it.each([
    ["response.body.message contains 'abuse'", 'You have triggered an abuse detection mechanism', true],
    ["response.body.message contains 'abuse'", 'Must have admin rights', false],
    ["response.body.message contains 'rate limit'", 'API rate limit exceeded for 203.0.113.7', true],
    ["response.body.message contains 'rate limit'", 'Rate limit exceeded', true],
    ["response.body.message contains 'rate limit'", 'rate  limit', false],
  ])('%s, of %j: %s', (source, message, expected) => {
    expect(holds(source, { body: { message } })).toBe(expected);
  });
});

describe('a path', () => {
  const body = { errors: [{ code: 'missing' }, { code: 'late' }], 'odd name': { "it's": 1 }, list: [[1, 2]] };

  it.each([
    'response.status == 403',
    "response.headers['retry-after'] == '30'",
    'response.headers["Retry-After"] == 30',
    'response.headers.retry-after == 30',
    'response.headers.RETRY-AFTER exists',
    "response.body.errors[0].code == 'missing'",
    "response.body['errors'][1]['code'] == 'late'",
    "response.body['odd name']['it''s'] == 1",
    'response.body.list[0][1] == 2',
    "params.owner == 'octo'",
    "params['owner'] == 'octo'",
  ])('is followed: %s', (source) => {
    expect(holds(source, { headers: { 'Retry-After': '30' }, body, params: { owner: 'octo' } })).toBe(true);
  });

  it.each([
    'response.body.absent',
    'response.body.errors[2]',
    'response.body.errors[2].code',
    'response.body.errors.length',
    'response.body.errors.map',
    "response.body.errors['0']",
    'response.body.errors[0].code[0]',
    'response.body.errors[0].code.length',
    'response.body.__proto__',
    'response.body.constructor',
    'response.body.constructor.constructor',
    'response.body.toString',
    "response.body['__proto__']['polluted']",
    'response.headers.absent',
    'response.headers.__proto__',
    'response.headers.get',
    'params.constructor',
    'params.__proto__',
    'params.owner.name',
  ])('leads nowhere: %s', (path) => {
    const answer = { headers: { via: 'x' }, body, params: { owner: 'octo' } };
    expect(holds(`${path} exists`, answer)).toBe(false);
    expect(holds(`${path} == null`, answer)).toBe(false);
    expect(holds(`${path} != 'anything'`, answer)).toBe(true);
    expect(holds(`${path} contains ''`, answer)).toBe(false);
    expect(holds(`${path} <= 0 or ${path} >= 0`, answer)).toBe(false);
  });

  it('sees a member of its own, whatever it is called', () => {
    const named = JSON.parse('{"__proto__": {"constructor": "own"}}') as Json;
    expect(holds("response.body.__proto__.constructor == 'own'", { body: named })).toBe(true);
  });

  it.each([undefined, null, 'text', 7, true, []])('leads nowhere in the body %j', (nothing) => {
    expect(holds('response.body.message exists', nothing === undefined ? {} : { body: nothing })).toBe(false);
  });
});

describe('an operator', () => {
  const body = {
    text: 'Too Many',
    count: 7,
    digits: '7',
    none: null,
    flag: true,
    tags: ['a', 'B', 7],
    at: '2026-01-02',
  };

  it.each([
    ["response.body.text == 'Too Many'", true],
    ["response.body.text == 'too many'", false],
    ["response.body.text != 'too many'", true],
    ['response.body.count == 7', true],
    ["response.body.count == '7'", true],
    ['response.body.digits == 7', true],
    ['response.body.digits == 7.0', true],
    ["response.body.text == 'Too'", false],
    ['response.body.flag == true', true],
    ['response.body.flag == 1', false],
    ["response.body.flag == 'true'", false],
    ['response.body.none == null', true],
    ['response.body.none != null', false],
    ['response.body.none exists', false],
    ['response.body.flag exists', true],
    ['response.body.tags == response.body.tags', false],
    ['response.body.count < 8', true],
    ['response.body.count < 7', false],
    ['response.body.count <= 7', true],
    ['response.body.count > 6.5', true],
    ['response.body.count >= 7e0', true],
    ['response.body.count > -1', true],
    ['response.body.digits > 6', true],
    ['response.body.text > 6', false],
    ['response.body.flag > 0', false],
    ["response.body.at < '2026-01-03'", true],
    ["response.body.at >= '2026-01-03'", false],
    ["response.body.text contains 'many'", true],
    ["response.body.text contains 'few'", false],
    ["response.body.text contains ''", true],
    ['response.body.text contains 7', false],
    ["response.body.tags contains 'a'", true],
    ["response.body.tags contains 'b'", false],
    ['response.body.tags contains 7', true],
    ['response.body contains 7', false],
    ['response.status in [403, 429]', true],
    ['response.status in []', false],
    ['response.status in [429]', false],
    ["response.body.text in ['Too Many', null, true, 7]", true],
    ["'a' in response.body.tags", true],
    ['response.body.none in [null]', true],
    ["response.body.text matches '^Too\\s+M'", true],
    ["response.body.text matches '^too'", false],
    ["response.body.text matches '(?i)^too'", true],
    ["response.body.count matches '7'", false],
    ['403 == response.status', true],
    ['response.body.count == response.body.digits', true],
  ])('%s: %s', (source, expected) => {
    expect(holds(source, { body })).toBe(expected);
  });

  it.each([
    ['response.status == 1 or response.status == 403 and response.status == 2', false],
    ['response.status == 403 or response.status == 1 and response.status == 2', true],
    ['(response.status == 403 or response.status == 1) and response.status == 2', false],
    ['not response.status == 1 and response.status == 403', true],
    ['not (response.status == 1 or response.status == 403)', false],
    ['not not response.status == 403', true],
    ['((response.status == 403))', true],
    ['  response.status\n  ==\t403  ', true],
  ])('binds as people expect: %s is %s', (source, expected) => {
    expect(holds(source)).toBe(expected);
  });
});

const operatorList = 'an operator (==, !=, <, <=, >, >=, contains, in, matches, exists)';
const anyStart = "a path such as response.status, a value, 'not' or '('";

describe('a problem', () => {
  it.each([
    ['', 0, `expected ${anyStart}, found the end`],
    ['   ', 3, `expected ${anyStart}, found the end`],
    ['response.status', 15, `expected ${operatorList}, found the end`],
    ['response.status = 403', 16, `expected ${operatorList}, found '='; write '=='`],
    [
      'response.status == 403 && true == true',
      23,
      "expected 'and', 'or' or the end of the condition, found '&&'; write 'and'",
    ],
    [
      'response.status == 403 || true == true',
      23,
      "expected 'and', 'or' or the end of the condition, found '||'; write 'or'",
    ],
    ['!response.status == 403', 0, `expected ${anyStart}, found '!'; write 'not'`],
    ['response.status ==', 18, 'expected a path or a value, found the end'],
    ['response.status == [403]', 19, "expected a path or a value, found '['"],
    ['response == 403', 9, "expected response.status, response.headers or response.body, found '=='"],
    ['response.code == 403', 9, "expected response.status, response.headers or response.body, found 'code'"],
    ['response.status.code == 1', 15, `expected ${operatorList}, found '.'`],
    [
      'response.headers exists',
      17,
      "expected the name of a header, as in response.headers['retry-after'], found 'exists'",
    ],
    [
      "response.headers['a b'] exists",
      24,
      "expected a valid header name before this point, as in response.headers['retry-after'], found 'exists'",
    ],
    ['response.body. == 1', 15, "expected a name after '.', found '=='"],
    ['response.body[x] == 1', 14, "expected a name in quotes or an index after '[', found 'x'"],
    ['response.body[-1] == 1', 14, "expected a name in quotes or an index after '[', found '-1'"],
    ["response.body['a' == 1", 18, "expected ']', found '=='"],
    ['params == 1', 7, "expected '.' and the name of a parameter, found '=='"],
    ['request.url == 1', 0, `expected ${anyStart}, found 'request'`],
    ["response.body.message contains 'abuse", 31, "expected a closing ' for the string that begins here"],
    ['response.body.message contains "abuse', 31, 'expected a closing " for the string that begins here'],
    ['response.body.message CONTAINS "abuse"', 22, `expected ${operatorList}, found 'CONTAINS'`],
    ['response.status in 403', 19, "expected a list such as [403, 429], or a path to one, found '403'"],
    ['response.status in [403 429]', 24, "expected ',' or ']', found '429'"],
    ['response.status in [403,', 24, 'expected a string, a number, true, false or null, found the end'],
    ['response.status in [[403]]', 20, "expected a string, a number, true, false or null, found '['"],
    ['response.body matches 5', 22, "expected a pattern in quotes, found '5'"],
    ['response.body matches params.pattern', 22, "expected a pattern in quotes, found 'params'"],
    [
      "response.body matches '(a'",
      22,
      'expected a pattern that runs in linear time: its groups are not balanced, or it uses \\Q',
    ],
    ['(response.status == 403', 23, "expected 'and', 'or' or ')', found the end"],
    ['response.status == 403)', 22, "expected 'and', 'or' or the end of the condition, found ')'"],
    ["'a' 'b'", 4, `expected ${operatorList}, found a string`],
    ['response.status == 403; process.exit()', 22, "expected a path, a value or an operator, found ';'"],
    ['response.body.a == `x`', 19, "expected a path, a value or an operator, found '`'"],
    ['response.status + 1 == 404', 16, "expected a path, a value or an operator, found '+'"],
    ['response.body.f() == 1', 15, `expected ${operatorList}, found '('`],
    ['response.body.😀 exists', 14, "expected a path, a value or an operator, found '😀'"],
  ])('in %j is at %i: %s', (source, position, message) => {
    expect(problemOf(source)).toEqual({ message, position });
  });
});
