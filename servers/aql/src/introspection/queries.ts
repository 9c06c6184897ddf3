import type { JsonSchema } from '@recourse/contract';

/** The queries: two of the protocol, and our own. */
const queries = ['operations', 'types', 'adapter_info', 'quota_status', 'error_codes'] as const;
export type Query = (typeof queries)[number];

export const introspectDescription = 'Describes the operations, their parameters and their results.';

export const introspectParameters: readonly {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}[] = [
  { name: 'query', required: true, schema: { type: 'string', enum: [...queries], description: 'What to return.' } },
  {
    name: 'name',
    required: false,
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      description: 'The operation, type or code to describe in detail.',
    },
  },
  {
    name: 'search',
    required: false,
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 200,
      description: 'Words to find in the name, tags, description or path of an operation; best match first.',
    },
  },
  {
    name: 'tag',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 100, description: 'Return only operations with this tag.' },
  },
  {
    name: 'first',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 1000, description: 'The maximum number of operations to return.' },
  },
  {
    name: 'after',
    required: false,
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 256,
      description: 'For the next page: `after` from `_protocol.page.next`, with the same `search` and `tag`.',
    },
  },
];
