import { categories, isFailure, isJsonObject, recoveries } from '@recourse/contract';
import type { CodeDefinition, DialectName, JsonObject } from '@recourse/contract';
import { dialectNames, loadDialect } from '@recourse/contract/dialects';
import { recourse } from '@recourse/contract/dialects/recourse';
import { toCallToolResult } from '@recourse/contract/mcp';
import * as registries from '@recourse/contract/registries';
import fc from 'fast-check';
import { confirmToolName } from '../meta-keys.ts';
import { tricks } from './tricks.ts';
import type { Scripted } from './scripted-client.ts';

const rows = Object.values(registries).flatMap((set) => Object.values<CodeDefinition>(set.definitions));
const codes = rows.map(({ code }) => code);
export const tools = ['pay', 'find_payment', 'open_account', 'delete_everything'] as const;

const loaded = new Map<DialectName, Awaited<ReturnType<typeof loadDialect>>>();
for (const name of dialectNames) loaded.set(name, await loadDialect(name));

/** An answer and its true effect: undefined if it is not an envelope. */
export interface Made {
  /** A function where looking at it, as a report of a counterexample does, would be a trap. */
  readonly scripted: Scripted | (() => Scripted);
  readonly saysNoEffect: boolean;
  /** Whether it leaves open what was done, read as a failure of a write. */
  readonly leavesDoubt: boolean;
  /** Whether it may settle an earlier call with the same key. */
  readonly maySettle: boolean;
  readonly succeeds: boolean;
}

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);
const action = fc.record(
  {
    tool: fc.constantFrom(...tools, confirmToolName),
    arguments: fc.oneof(
      fc.constant({ confirmation_token: 'secret' }),
      fc.dictionary(fc.string(), json, { maxKeys: 2 }),
    ),
    why: fc.string(),
    applied_when: fc.record({ pointer: fc.constantFrom('/paid', '', '/__proto__', '/x/0'), equals: fc.boolean() }),
    resembles: fc.constant(true),
  },
  { requiredKeys: ['tool', 'arguments', 'why'] },
);
const problem = fc.record(
  {
    path: fc.constantFrom('', '/n', '/state', '/nowhere', '/__proto__', '/constructor/prototype'),
    keyword: fc.constantFrom('type', 'enum', 'additionalProperties', 'required'),
    message: fc.string(),
    params: fc.record({ additionalProperty: fc.constantFrom('titel', '__proto__', 'amount') }),
    expected: fc.constant(['open', 'closed']),
    suggestion: fc.oneof(fc.constantFrom('title', 'closed', 5, 5_000, '__proto__'), json),
  },
  { requiredKeys: ['path', 'keyword', 'message'] },
);

/** A true envelope: every field is one that the contract has. */
const envelope = fc.record(
  {
    ok: fc.constant(false),
    code: fc.constantFrom(...codes),
    error: fc.string(),
    hint: fc.string(),
    retryable: fc.boolean(),
    recovery: fc.constantFrom(...recoveries),
    effect: fc.constantFrom('none', 'partial', 'applied', 'unknown'),
    next_actions: fc.array(action, { maxLength: 4 }),
    similar: fc.array(fc.record({ ref: fc.constantFrom(...tools), role: fc.constant('tool') }), { maxLength: 3 }),
    retry_after_ms: fc.oneof(fc.nat(5_000), fc.nat()),
    details: fc.record(
      {
        confirmation_token: fc.constantFrom('secret', 'other', ''),
        expires_at: fc.constantFrom('2026-01-01T00:05:00Z', '1970-01-01T00:00:00Z', 'never'),
        problems: fc.array(problem, { maxLength: 3 }),
        retry_after_seconds: fc.nat(100),
      },
      { requiredKeys: [] },
    ),
    correlation_id: fc.string(),
    _meta: fc.record(
      { category: fc.constantFrom(...categories), replayed: fc.boolean() },
      { requiredKeys: ['category'] },
    ),
  },
  { requiredKeys: ['ok', 'code', 'error', 'retryable', 'recovery', 'effect', '_meta'] },
);

/** An envelope that our servers would send: its code says what to do, and the calls it names exist. */
const look = {
  tool: 'find_payment',
  arguments: {},
  why: '',
  applied_when: { pointer: '/paid', equals: true },
};
const ordinary = fc
  .record({
    row: fc
      .constantFrom('retry', 'retry', 'wait', 'confirm', 'verify', 'fix_input', 'discover', 'change_state', 'authorize')
      .chain((wanted) =>
        fc.constantFrom(...rows.filter(({ kind, recovery }) => kind === 'error' && recovery === wanted)),
      ),
    effect: fc.constantFrom('none', 'none', 'unknown'),
    next: fc.constantFrom(undefined, [look], [{ tool: 'open_account', arguments: {}, why: '' }]),
    fields: envelope,
  })
  .map(({ row, effect, next, fields: { details, _meta, ...fields } }) => ({
    ...fields,
    code: row.code,
    recovery: effect === 'unknown' && row.category === 'upstream' ? 'verify' : row.recovery,
    retryable: row.retryable,
    effect,
    retry_after_ms: 10,
    details: {
      ...details,
      confirmation_token: 'secret',
      problems: [{ path: '/n', keyword: 'type', message: '', suggestion: 5 }],
    },
    _meta: { ..._meta, namespace: row.namespace ?? undefined, category: row.category },
    ...(next && { next_actions: next }),
  }));

/** A hostile envelope: the same, with some of its fields replaced by anything. Its effect stays true. */
const hostile = fc.tuple(
  envelope,
  fc.dictionary(
    fc.constantFrom(
      'code',
      'error',
      'hint',
      'retryable',
      'recovery',
      'next_actions',
      'similar',
      'retry_after_ms',
      'details',
      'correlation_id',
      'ok',
    ),
    fc.oneof(json, fc.constantFrom(1e308, -1, Number.MAX_SAFE_INTEGER, 'x'.repeat(5_000))),
    { maxKeys: 4 },
  ),
);

const inDialect = (wire: JsonObject, name: DialectName, parts: { meta: boolean; error: boolean }): Made => {
  const outcome = recourse.parse(wire);
  const dialect = loaded.get(name);
  if (!isFailure(outcome) || !dialect) return garbage(wire);
  const { _meta: _, ...result } = toCallToolResult(outcome, dialect);
  const canonical = { 'dev.recourse/failure': wire };
  const leavesDoubt = !parts.error || outcome.effect === 'unknown' || openCodes.has(outcome.code);
  return {
    scripted: {
      result: { ...result, ...(parts.meta && { _meta: canonical }), ...(!parts.error && { isError: false }) },
    },
    saysNoEffect: outcome.effect === 'none' && parts.error,
    leavesDoubt,
    maySettle: !leavesDoubt && (outcome.effect !== 'none' || isReplayed(wire)),
    succeeds: false,
  };
};

/** The call that these are about may have had an effect, although the refusal itself had none. */
const openCodes: ReadonlySet<string> = new Set(['CONFLICT_IN_FLIGHT', 'CONFLICT_OUTCOME_UNKNOWN']);

const isReplayed = ({ _meta: meta }: JsonObject): boolean => isJsonObject(meta) && meta['replayed'] === true;

const doubtful = { saysNoEffect: false, leavesDoubt: true, maySettle: false, succeeds: false } as const;

/** Says nothing that could be relied on. */
const garbage = (body: unknown): Made => ({
  scripted: {
    result: { isError: true, content: [{ type: 'text', text: JSON.stringify(body) }], structuredContent: body },
  },
  ...doubtful,
});

const thrown = (error: object, saysNoEffect = false): Made => ({
  scripted: { thrown: Object.assign(new Error('thrown'), error) },
  ...doubtful,
  saysNoEffect,
  leavesDoubt: !saysNoEffect,
});

/** The possible answers of a server: true envelopes of every dialect, hostile ones, errors, successes, and tricks. */
export const answers: fc.Arbitrary<Made> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .record({ wire: ordinary, name: fc.constantFrom(...dialectNames), meta: fc.boolean() })
      .map(({ wire, name, meta }) => inDialect(wire as unknown as JsonObject, name, { meta, error: true })),
  },
  {
    weight: 8,
    arbitrary: fc
      .record({ wire: envelope, name: fc.constantFrom(...dialectNames), meta: fc.boolean(), error: fc.boolean() })
      .map(({ wire, name, ...parts }) =>
        inDialect(wire as unknown as JsonObject, name, { ...parts, error: parts.error || parts.meta }),
      ),
  },
  {
    weight: 8,
    arbitrary: fc
      .record({ wire: hostile, name: fc.constantFrom(...dialectNames), meta: fc.boolean() })
      .map(({ wire: [wire, fields], name, meta }) => inDialect({ ...wire, ...fields }, name, { meta, error: true })),
  },
  { weight: 2, arbitrary: json.map(garbage) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...Object.entries(tricks))
      // Of an effect that is another each time, any may be read.
      .map(([name, trick]) => ({ scripted: trick, ...doubtful, maySettle: name.includes('another each time') })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('REQUEST_TIMEOUT', 'CONNECTION_CLOSED', -32_603).map((code) => thrown({ code })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ status: 429 }, { code: 'NOT_CONNECTED' }).map((error) => thrown(error, true)),
  },
  {
    weight: 6,
    arbitrary: fc.boolean().map((paid) => ({
      scripted: { result: { content: [], structuredContent: { ok: true, paid } } },
      saysNoEffect: true,
      leavesDoubt: false,
      maySettle: true,
      succeeds: true,
    })),
  },
);
