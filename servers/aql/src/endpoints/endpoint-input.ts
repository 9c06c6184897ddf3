import type { JsonSchema } from '@recourse/contract';

/** The input schema of an endpoint: one operation with its parameters, or several operations in order. */
export const endpointInput = (mostItems: number): JsonSchema => ({
  type: 'object',
  properties: {
    operation: { type: 'string', minLength: 1, maxLength: 128, description: "The operation, such as 'introspect'." },
    params: {
      type: 'object',
      description: 'The parameters of the operation; for updates, the changes go under input.',
    },
    operations: {
      type: 'array',
      minItems: 1,
      maxItems: mostItems,
      description: 'Several operations to run in order, instead of one.',
      items: {
        type: 'object',
        properties: {
          operation: { type: 'string', minLength: 1, maxLength: 128 },
          params: { type: 'object' },
        },
        required: ['operation'],
      },
    },
    _on_error: {
      type: 'string',
      enum: ['continue', 'stop'],
      description: 'What to do after an operation fails; defaults to continue.',
    },
    _locale: { type: 'string', maxLength: 35, description: "The language of messages, such as 'es'." },
  },
});
