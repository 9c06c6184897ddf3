import type { JsonSchema } from '@recourse/contract';

/** What can be asked: the protocol's two, and ours. */
const queries = ['operations', 'types', 'adapter_info', 'quota_status', 'error_codes'] as const;
export type Query = (typeof queries)[number];

export const introspectDescription = 'Says what can be called, with which parameters, and what comes of it.';

export const introspectParameters: readonly {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}[] = [
  { name: 'query', required: true, schema: { type: 'string', enum: [...queries], description: 'What to tell.' } },
  {
    name: 'name',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 256, description: 'One operation, type or code in detail.' },
  },
];
