import type { JsonSchema, ListedSchema } from '../dialect.ts';
import { codesField, extensionSchema, warningSchema } from '../schema-parts.ts';

export const success = (value: JsonSchema): JsonSchema => {
  const { $schema: _, ...data } = value;
  return {
    type: 'object',
    properties: {
      success: { const: true },
      data,
      warnings: { type: 'array', items: warningSchema },
      results: { type: 'array', items: { type: 'object', required: ['index', 'operation', 'result'] } },
      summary: { type: 'object' },
    },
    required: ['success', 'data'],
  };
};

export const failure = (): JsonSchema => ({
  type: 'object',
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        details: { type: 'object', properties: { recourse: extensionSchema } },
      },
      required: ['code', 'message'],
      additionalProperties: false,
    },
    confirmation: {
      type: 'object',
      properties: {
        token: { type: 'string' },
        expires_at: { type: 'string' },
        message: { type: 'string' },
        reasons: { type: 'array', items: { type: 'string' } },
      },
      required: ['token', 'expires_at'],
    },
  },
  required: ['success', 'error'],
});

export const listed: ListedSchema = {
  success: (value) => {
    const { $schema: _, ...data } = value;
    return { type: 'object', properties: { success: { const: true }, data }, required: ['success', 'data'] };
  },
  failure: (codes) => ({
    type: 'object',
    properties: { success: { const: false }, error: { properties: { code: codesField(codes) } } },
    required: ['success', 'error'],
  }),
};
