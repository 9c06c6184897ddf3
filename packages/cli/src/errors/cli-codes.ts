import { defineCodes } from '@recourse/contract';
import type { CodeRow } from '@recourse/contract';
import { operatorCodes } from './operator-codes.ts';

type Row = CodeRow & Readonly<Record<'summary' | 'message' | 'hint', string>>;

/** The errors of the command itself as a registry, so that `recourse explain` and `recourse codes` know them. */
export const cliCodes = defineCodes(
  Object.fromEntries(
    Object.entries(operatorCodes).map(([code, { category, recovery, retryable, message, hint }]): [string, Row] => [
      code,
      { kind: 'error', category, http: null, retryable, recovery, since: '0.1.0', summary: message, message, hint },
    ]),
  ),
  { namespace: 'cli' },
);
