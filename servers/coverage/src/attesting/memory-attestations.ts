import type { Attestation, Attestations } from './attestations.ts';

const mostKept = 1000;

/** Keeps attestations for as long as the process lives; the oldest go first. */
export const createMemoryAttestations = (): Attestations => {
  const kept = new Map<string, Attestation>();
  return {
    record: (attestation) => {
      kept.delete(attestation.profile);
      kept.set(attestation.profile, attestation);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return Promise.resolve();
    },
    find: (profile) => Promise.resolve(kept.get(profile)),
  };
};
