import { fail, succeed } from '@recourse/contract';

const throwing = (): never => {
  throw new Error('not readable');
};
const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;
const sparse: unknown[] = [];
sparse[2] = 1;
const revoked = Proxy.revocable({}, {});
revoked.revoke();
let deep: unknown = 1;
for (let level = 0; level < 1000; level += 1) deep = [deep];

/** Answers of a handler that cannot be sent. */
export const refusedAnswers: readonly (readonly [name: string, answer: unknown])[] = [
  ['a bigint', { id: 10n }],
  ['a nested bigint', { rows: [{ id: 10n }] }],
  ['nothing', undefined],
  ['a function', () => 1],
  ['a symbol', Symbol('x')],
  ['a field with a function', { a: () => 1 }],
  ['a field with a symbol', { a: Symbol('x') }],
  ['a date', new Date(0)],
  ['a map', new Map([['a', 1]])],
  ['a field with a map', { a: new Map() }],
  ['a cyclic object', cyclic],
  ['an error', new Error('x')],
  ['a throwing toJSON', { a: { toJSON: throwing } }],
  ['a toJSON with a bigint', { toJSON: () => ({ id: 1n }) }],
  ['a throwing getter', Object.defineProperty({}, 'a', { get: throwing, enumerable: true })],
  ['NaN', { a: Number.NaN }],
  ['Infinity', { a: Infinity }],
  ['a sparse array', { a: sparse }],
  ['bytes', { a: new Uint8Array(8) }],
  ['a proxy whose keys cannot be read', new Proxy({}, { ownKeys: throwing })],
  ['a success with a bigint', succeed({ id: 10n } as never)],
  ['a success with a wrong warning', succeed({}, [{ code: 7 }] as never)],
  ['a success with a bigint in a block', { ...succeed({}), content: [{ type: 'text', text: 1n }] }],
  ['a failure with a bigint', { ...fail('NOT_FOUND_RESOURCE'), details: { id: 10n }, effect: 'applied' }],
  ['a failure without a message', { ...fail('NOT_FOUND_RESOURCE'), message: undefined, effect: 'applied' }],
  ['a failure with a wrong action', { ...fail('NOT_FOUND_RESOURCE'), next_actions: [7], effect: 'applied' }],
];

/** Answers that end a call as if they had been thrown: reading `then` throws, or they pose as a failure without fields. */
export const thrownAnswers: readonly (readonly [name: string, answer: unknown, code: string])[] = [
  ['a revoked proxy', revoked.proxy, 'INTERNAL_ERROR'],
  ['a proxy whose get throws', new Proxy({}, { get: throwing, has: () => true }), 'INTERNAL_ERROR'],
  ['a proxy that has every field', new Proxy({}, { has: () => true }), 'INTERNAL_OUTPUT_INVALID'],
];

/** Answers that are sent after a change, with the value that arrives. */
export const changedAnswers: readonly (readonly [name: string, answer: unknown, sent: object])[] = [
  ['an undefined field', { a: undefined, b: 1 }, { b: 1 }],
  ['a field with a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
  ['a class instance', new (class { id = 7; })(), { id: 7 }], // prettier-ignore
  ['half of a surrogate pair', { a: '\ud800!' }, { a: '\ufffd!' }],
  ['a toJSON', { toJSON: () => ({ b: 1 }) }, { b: 1 }],
  ['a null prototype', Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
];

/** An answer that is nested too deeply. */
export const deepAnswer = { deep };
