import type { Failure } from '@recourse/contract';
import type { CheckedConfig } from '../config/check-run-config.ts';
import { fail } from './failures.ts';

/** The failure for a configuration with problems. */
export const refuseConfig = (
  { problems, similar }: Extract<CheckedConfig, { readonly ok: false }>,
  { correlation_id }: { readonly correlation_id: string },
): Failure => {
  const details = { document: 'run_config', schema_id: 'run_config.json', problems: [...problems] };
  return fail('SCHEMA_VALIDATION_FAILED', details, {
    effect: 'none',
    correlation_id,
    ...(similar.length > 0 && { similar }),
  });
};
