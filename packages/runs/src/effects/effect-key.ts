import { hash } from 'node:crypto';
import type { EffectKey } from '../pipeline/work-context.ts';

interface EffectPlace {
  readonly run_id: string;
  readonly worker: string;
  readonly scope: string;
  readonly inputs_hash: string;
}

/** Derives the key of an effect: an attempt that runs again with the same inputs gets the same key. */
export const effectKeyOf = ({ run_id, worker, scope, inputs_hash }: EffectPlace, name: string): EffectKey => ({
  name,
  key: `eff_${hash('sha256', JSON.stringify([run_id, worker, scope, inputs_hash, name]))}`,
});
