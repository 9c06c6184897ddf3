import type { CodeSet, DetailsOf } from '@recourse/contract';
import type { coverageCodes } from '@recourse/contract/registries/coverage';

type Rows = typeof coverageCodes extends CodeSet<infer Given> ? Given : never;

/** A code and its details, ready to fail or to warn with. */
export type FindingOf<Code extends keyof Rows> = {
  readonly [Each in Code]: { readonly code: Each; readonly details: DetailsOf<Rows[Each]> };
}[Code];
