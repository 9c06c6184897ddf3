import { categories, recoveries } from '../../codes/code.ts';
import { effects } from '../../failures/failure.ts';
import type { JsonObject } from '../../json.ts';
import type { JsonSchema, ListedSchema } from '../dialect.ts';
import { openObject } from '../open-object.ts';
import {
  codesField,
  metaSchema,
  nextActionSchema,
  similarSchema,
  subjectSchema,
  warningSchema,
} from '../schema-parts.ts';

export const success = (value: JsonSchema): JsonSchema =>
  openObject(
    value,
    {
      ok: { const: true },
      warnings: { type: 'array', items: warningSchema },
      _meta: metaSchema,
    },
    ['ok', '_meta'],
  );

export const failure = (): JsonSchema => ({
  type: 'object',
  properties: {
    ok: { const: false },
    code: { type: 'string' },
    error: { type: 'string' },
    hint: { type: 'string' },
    retryable: { type: 'boolean' },
    recovery: { enum: recoveries },
    http: { type: ['integer', 'null'] },
    effect: { enum: effects },
    subject: subjectSchema,
    details: { type: 'object' },
    next_actions: { type: 'array', items: nextActionSchema },
    similar: { type: 'array', items: similarSchema },
    retry_after_ms: { type: 'number' },
    cause_class: { type: 'string' },
    correlation_id: { type: 'string' },
    _meta: {
      ...metaSchema,
      properties: {
        ...(metaSchema['properties'] as JsonObject),
        namespace: { type: 'string' },
        category: { enum: categories },
      },
    },
  },
  required: ['ok', 'code', 'error', 'hint', 'retryable', 'recovery', 'http', 'effect', 'correlation_id', '_meta'],
});

export const listed: ListedSchema = {
  success: (value) => openObject(value, { ok: { const: true } }, ['ok']),
  failure: (codes) => ({
    type: 'object',
    properties: { ok: { const: false }, code: codesField(codes) },
    required: ['ok', 'code'],
  }),
};
