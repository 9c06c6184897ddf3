import type { Json } from '@recourse/contract';
import type { Parameter, ParameterStyle } from '../../adapter/adapter.ts';

/** The definition of a parameter, in the terms of an adapter file. */
export interface Definition {
  readonly type: ParameterType;
  readonly description?: string;
  readonly nullable?: true;
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

export const parameterTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'any'] as const;
/** The types of schemas, and `file` for what a form carries as a file. */
export type ParameterType = (typeof parameterTypes)[number] | 'file';

/** One parameter of a generated operation, before it is written down. */
export interface DraftParameter {
  /** As callers write it. */
  readonly name: string;
  /** As the API writes it. */
  readonly wireName: string;
  readonly in: Parameter['in'];
  readonly required: boolean;
  readonly sensitive: boolean;
  /** The default of its place if it is left out. */
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  /** Whether it is the whole body. */
  readonly whole?: true;
  /** Whether its members are members of the body. */
  readonly spread?: true;
  /** The media type of its part, in a form with files. */
  readonly contentType?: string;
  /** Whether it also takes a file, in a form with files. */
  readonly orFile?: true;
  readonly definition: Definition;
  /** The example in the document. */
  readonly example?: Json;
}
