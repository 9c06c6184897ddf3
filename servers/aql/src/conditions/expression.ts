import type { OperatorName } from './operators.ts';
import type { Pattern } from './pattern.ts';

/** A value that can be written down. */
export type Scalar = string | number | boolean | null;

/** Where to look: at the response or the parameters, and from there by names and indexes. */
export interface Path {
  readonly kind: 'path';
  readonly root: 'response' | 'params';
  readonly steps: readonly (string | number)[];
}

export type Operand = Path | { readonly kind: 'value'; readonly value: Scalar | readonly Scalar[] | Pattern };

/** A condition as it was understood. */
export type Expression =
  | { readonly kind: 'test'; readonly operator: OperatorName; readonly left: Operand; readonly right?: Operand }
  | { readonly kind: 'not'; readonly part: Expression }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[] };
