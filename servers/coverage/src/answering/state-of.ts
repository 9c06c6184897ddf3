import type { Provenance } from '../measuring/provenance.ts';

/** What a cursor is bound to besides its question: the policy and the profiles as they were. */
export const stateOf = ({ config, profiles }: Provenance): readonly string[] => [
  config.digest,
  ...profiles.map(({ digest }) => digest),
];
