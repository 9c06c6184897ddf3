import type { JsonSchema, ListedSchema } from '../dialect.ts';
import { openObject } from '../open-object.ts';
import { codesField, extensionSchema, metaSchema, similarSchema, warningSchema } from '../schema-parts.ts';

export const success = (value: JsonSchema): JsonSchema =>
  openObject(value, { ok: { const: true }, warnings: { type: 'array', items: warningSchema }, _meta: metaSchema }, [
    'ok',
    '_meta',
  ]);

export const failure = (): JsonSchema => ({
  type: 'object',
  properties: {
    ok: { const: false },
    error: { type: 'string' },
    code: { type: 'string' },
    hint: { type: 'string' },
    next_actions: { type: 'array', items: { type: 'string' } },
    similar_refs: { type: 'array', items: similarSchema },
    details: { type: 'object' },
    retryable: { type: 'boolean' },
    http: { type: 'integer' },
    recourse: extensionSchema,
    _meta: metaSchema,
  },
  required: ['ok', 'error', 'code', 'hint', 'retryable', 'http', '_meta'],
});

export const listed: ListedSchema = {
  success: (value) => openObject(value, { ok: { const: true } }, ['ok']),
  failure: (codes) => ({
    type: 'object',
    properties: { ok: { const: false }, code: codesField(codes) },
    required: ['ok', 'code'],
  }),
};
