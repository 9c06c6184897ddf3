import type { JsonSchema, ListedSchema } from '../dialect.ts';
import { openObject } from '../open-object.ts';
import { codesField, extensionSchema, successExtensionSchema } from '../schema-parts.ts';

/** The schemas describe the content of a tool result; a whole response has the same parts in JSON-RPC's frame. */
export const success = (value: JsonSchema): JsonSchema => openObject(value, { recourse: successExtensionSchema }, []);

export const failure = (): JsonSchema => ({
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: { type: 'integer' },
        message: { type: 'string' },
        data: {
          type: 'object',
          properties: {
            tool: { type: 'string' },
            validation_errors: { type: 'array', items: validationErrorSchema },
            timestamp: { type: 'string' },
            code: { type: 'string' },
            recourse: extensionSchema,
          },
        },
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
});

const validationErrorSchema: JsonSchema = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    path: { type: 'string' },
    keyword: { type: 'string' },
    params: { type: 'object' },
    value: true,
  },
  required: ['message', 'path', 'keyword'],
};

/** A success has no mark here; the string codes are in the data of the error. */
export const listed: ListedSchema = {
  success: (value) => openObject(value, {}, []),
  failure: (codes) => ({
    type: 'object',
    properties: { error: { properties: { data: { properties: { code: codesField(codes) } } } } },
    required: ['error'],
  }),
};
