import { trustLevels } from '@recourse/engine';
import type { Trust } from '@recourse/engine';
import { either, fields, ignored, oneOf } from '../rules/index.ts';

/** The other dialect's names, each what its place in the order makes it. */
const otherNames: Readonly<Record<string, Trust>> = {
  untrusted: 'untested',
  low: 'generated',
  medium: 'validated',
  high: 'community_reviewed',
  verified: 'certified',
};

const level = oneOf(trustLevels, otherNames);

/** The file's claims about itself. They prove nothing: only the level is read, and only as a ceiling. */
export const trust = either(
  level,
  fields(
    {
      level,
      generated_at: ignored(),
      generated_by: ignored(),
      validated_at: ignored(),
      validated_by: ignored(),
      validation_report: ignored(),
      promoted_from: ignored(),
      promotion_history: ignored(),
      certification: ignored(),
      verified_by: ignored(),
      verification_date: ignored(),
    },
    { required: { level: 'the trust level that the adapter claims' } },
  ),
);
