import type { JsonSchema, ListedSchema } from '../dialect.ts';
import { openObject } from '../open-object.ts';
import { codesField, extensionSchema, successExtensionSchema } from '../schema-parts.ts';

export const success = (value: JsonSchema): JsonSchema =>
  openObject(value, { ok: { const: true }, recourse: successExtensionSchema }, ['ok']);

export const failure = (): JsonSchema => ({
  type: 'object',
  properties: {
    ok: { const: false },
    run_id: { type: 'string' },
    error: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        retryable: { type: 'boolean' },
        details: { type: 'object', properties: { recourse: extensionSchema } },
      },
      required: ['code', 'message', 'retryable', 'details'],
    },
  },
  required: ['ok', 'error'],
});

export const listed: ListedSchema = {
  success: (value) => openObject(value, { ok: { const: true } }, ['ok']),
  failure: (codes) => ({
    type: 'object',
    properties: { ok: { const: false }, error: { properties: { code: codesField(codes) } } },
    required: ['ok', 'error'],
  }),
};
