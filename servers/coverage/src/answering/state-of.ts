import type { Provenance } from '../measuring/provenance.ts';

/** The state that a cursor is bound to, in addition to its question: the policy and the profiles. */
export const stateOf = ({ config, profiles }: Provenance): readonly string[] => [
  config.digest,
  ...profiles.map(({ digest }) => digest),
];
