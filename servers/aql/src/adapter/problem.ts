import type { CoreCode, Json } from '@recourse/contract';

/** The codes of a file that cannot be taken as it is. */
type SchemaCode = Extract<CoreCode, `SCHEMA_${string}`>;

/** One thing that is wrong with an adapter file, and where. Only an error keeps it from being served. */
export interface AdapterProblem {
  readonly severity: 'error' | 'warning';
  readonly code: SchemaCode;
  readonly message: string;
  /** Such as `operations.read[0].params.owner`. */
  readonly field_path: string;
  /** From 1, in the file. */
  readonly line: number;
  readonly column: number;
  readonly expected?: Json;
  readonly actual?: Json;
  readonly suggestion?: string;
  /** True if the line may hold a secret, so it is never shown. */
  readonly confidential?: true;
}
