import type { CoreCode } from '@recourse/contract';
import { upstreamCodes } from '@recourse/upstream';
import type { Adapter } from '../../adapter/adapter.ts';

/** What an exchange refuses by itself, before it asks the API or when it reads the answer. */
const exchangeCodes = [
  'VALIDATION_INVALID_TYPE',
  'VALIDATION_INVALID_VALUE',
  'VALIDATION_INVALID_ENUM',
  'VALIDATION_PATTERN_MISMATCH',
  'VALIDATION_OUT_OF_RANGE',
  'VALIDATION_INVALID_ENCODING',
  'VALIDATION_CONTROL_CHARS',
  'VALIDATION_UNSAFE_PATH',
  'VALIDATION_UNSAFE_URL',
  'INTERNAL_ERROR',
] as const satisfies readonly CoreCode[];

/** Every code that an operation of the adapter can answer with: the exchange's, and what its rules lead to. */
export const declaredCodes = (adapter: Adapter): readonly string[] => [
  ...new Set<string>([
    ...upstreamCodes,
    ...exchangeCodes,
    ...adapter.errorCodes.map(({ code }) => code),
    ...adapter.mapping.map(({ code }) => code),
  ]),
];
