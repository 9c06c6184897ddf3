import fc from 'fast-check';
import { z } from 'zod';
import { recoveries } from '../../codes/code.ts';
import type { CodeDefinition } from '../../codes/code.ts';
import { batch } from '../../failures/batch.ts';
import { effects } from '../../failures/failure.ts';
import { makeFailure } from '../../failures/make-failure.ts';
import { succeed } from '../../failures/outcome.ts';
import type { Outcome } from '../../failures/outcome.ts';
import type { Json, JsonObject } from '../../json.ts';
import * as registries from '../../registries/index.ts';

/** Every definition of kind `error` in the five registries. */
const errorDefinitions: readonly CodeDefinition[] = Object.values(registries)
  .flatMap((set) => Object.values<CodeDefinition>(set.definitions))
  .filter((definition) => definition.kind === 'error');

/** Outcomes of every kind, with details that fit their schemas, as they look after a trip through JSON. */
export const arbitraryOutcome = (): fc.Arbitrary<Outcome> =>
  fc.oneof(
    { weight: 6, arbitrary: arbitraryFailure() },
    { weight: 3, arbitrary: arbitrarySuccess() },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.oneof(arbitraryFailure(), arbitrarySuccess()), { minLength: 1, maxLength: 4 })
        .chain((items) =>
          fc
            .option(fc.array(text, { minLength: items.length, maxLength: items.length }), { nil: undefined })
            .map((operations) => batch(items, operations && { operations })),
        ),
    },
  );

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => throughJson(value as Json));
const jsonObject = fc
  .dictionary(fc.string(), json, { maxKeys: 4 })
  .map((value) => throughJson<JsonObject>({ ...value }));
const text = fc.string({ unit: 'grapheme' });

const arbitraryFailure = (): fc.Arbitrary<Outcome> =>
  fc.constantFrom(...errorDefinitions).chain((definition) =>
    fc
      .record({
        details: arbitraryDetails(definition),
        options: fc.record(
          {
            message: text,
            hint: text,
            http: fc.integer({ min: 400, max: 599 }),
            retryable: fc.boolean(),
            recovery: fc.constantFrom(...recoveries),
            effect: fc.constantFrom(...effects),
            subject: fc.record({ type: fc.constantFrom('run', 'session', 'pull_request'), id: text }),
            next_actions: fc.array(arbitraryNextAction, { maxLength: 2 }),
            similar: fc.array(arbitrarySimilar, { maxLength: 3 }),
            retry_after_ms: fc.nat(),
            cause_class: text,
            correlation_id: text,
          },
          { requiredKeys: [] },
        ),
      })
      .map(({ details, options }) => makeFailure(definition, details, options)),
  );

const arbitraryNextAction = fc.record(
  {
    tool: fc.stringMatching(/^[a-z][a-z_]{1,20}$/),
    arguments: jsonObject,
    why: text,
    applied_when: fc.record({ pointer: text, equals: json }),
    resembles: fc.constant(true as const),
  },
  { requiredKeys: ['tool', 'arguments', 'why'] },
);

const arbitrarySimilar = fc.record(
  { ref: fc.oneof(text, fc.nat()), role: text, name: text },
  { requiredKeys: ['ref'] },
);

const arbitrarySuccess = (): fc.Arbitrary<Outcome> =>
  fc
    .record({
      value: fc.oneof(
        { weight: 4, arbitrary: jsonObject },
        { weight: 1, arbitrary: json },
        // The names that dialects keep for themselves are what a tool is most likely to stumble over.
        {
          weight: 1,
          arbitrary: fc
            .dictionary(
              fc.constantFrom(
                'ok',
                'passed',
                'success',
                'error',
                'code',
                'warnings',
                '_meta',
                'recourse',
                'result',
                'jsonrpc',
                'type',
              ),
              fc.oneof(json, fc.constant('urn:recourse:code:INTERNAL_ERROR')),
            )
            .map((value) => throughJson<JsonObject>({ ...value })),
        },
      ),
      warnings: fc.array(
        fc.record(
          {
            namespace: fc.constantFrom(null, 'tickets'),
            code: fc.constant('RATE_LIMIT_QUOTA_WARNING'),
            message: text,
            details: jsonObject,
          },
          { requiredKeys: ['namespace', 'code', 'message'] },
        ),
        { maxLength: 2 },
      ),
    })
    .map(({ value, warnings }) => succeed(value, warnings));

/** Details from the code's own schema. */
const arbitraryDetails = (definition: CodeDefinition): fc.Arbitrary<JsonObject> =>
  fromSchema(z.toJSONSchema(definition.details()) as JsonObject).map((value) => throughJson(value as JsonObject));

const fromSchema = (schema: JsonObject): fc.Arbitrary<Json> => {
  const { type, enum: values, properties, items, required, pattern } = schema;
  if (Array.isArray(values)) return fc.constantFrom(...(values as Json[]));
  if (type === 'object' && properties !== undefined) {
    const entries = Object.entries(properties as Record<string, JsonObject>).map(
      ([key, inner]) => [key, fromSchema(inner)] as const,
    );
    return fc.record(Object.fromEntries(entries), { requiredKeys: (required ?? []) as string[] });
  }
  if (type === 'object') return jsonObject;
  if (type === 'array') return fc.array(fromSchema(items as JsonObject), { maxLength: 3 });
  if (type === 'string' && schema['format'] === 'date-time') {
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => date.toISOString());
  }
  if (type === 'string' && pattern !== undefined) return fc.stringMatching(new RegExp(String(pattern)));
  if (type === 'string') return text;
  if (type === 'integer')
    return fc.integer({ min: Number(schema['minimum'] ?? 0), max: Math.min(Number(schema['maximum'] ?? 1e6), 1e6) });
  if (type === 'number') return fc.nat();
  if (type === 'boolean') return fc.boolean();
  return json;
};

/** -0 becomes 0 and nothing else changes: what is compared has been through the wire. */
const throughJson = <Value extends Json>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
