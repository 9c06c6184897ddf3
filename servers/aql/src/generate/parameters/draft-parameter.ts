import type { Json } from '@recourse/contract';

/** What a parameter takes, in the words of an adapter file. */
export interface Definition {
  readonly type: ParameterType;
  readonly description?: string;
  readonly default?: Json;
  readonly enum?: readonly Json[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Definition;
  readonly properties?: Readonly<Record<string, Definition & { readonly required?: true }>>;
  readonly additional_properties?: true;
}

export const parameterTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;
export type ParameterType = (typeof parameterTypes)[number];

/** One parameter of a generated operation, before it is written down. */
export interface DraftParameter {
  /** As callers write it. */
  readonly name: string;
  /** As the API writes it. */
  readonly wireName: string;
  readonly in: 'path' | 'query' | 'header' | 'body';
  readonly required: boolean;
  readonly sensitive: boolean;
  readonly arrayStyle: 'repeat' | 'comma';
  readonly definition: Definition;
  /** What the document gives as an example of it. */
  readonly example?: Json;
}
