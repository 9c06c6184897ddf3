import type { JsonSchema, ListedSchema } from '../dialect.ts';
import { openObject } from '../open-object.ts';
import { codesField, extensionSchema, successExtensionSchema } from '../schema-parts.ts';

export const success = (value: JsonSchema): JsonSchema =>
  openObject(value, { passed: { const: true }, recourse: successExtensionSchema }, ['passed']);

export const failure = (): JsonSchema => ({
  type: 'object',
  properties: {
    passed: { const: false },
    error_code: { type: 'string' },
    error: { type: 'string' },
    summary: { type: 'string' },
    remediation: { type: 'string' },
    recourse: extensionSchema,
  },
  required: ['passed', 'error_code', 'error', 'summary', 'remediation'],
});

export const listed: ListedSchema = {
  success: (value) => openObject(value, { passed: { const: true } }, ['passed']),
  failure: (codes) => ({
    type: 'object',
    properties: { passed: { const: false }, error_code: codesField(codes) },
    required: ['passed', 'error_code'],
  }),
};
