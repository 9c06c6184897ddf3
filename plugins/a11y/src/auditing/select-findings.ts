import type { Finding } from './run-axe.ts';

/** Impacts, the least first. */
export const impacts = ['minor', 'moderate', 'serious', 'critical'] as const;
export type Impact = (typeof impacts)[number];

const rank = ({ impact }: { readonly impact: Impact }): number => impacts.indexOf(impact);

/** The findings of at least one impact, the worst first; of those with the same impact, the most frequent first. */
export const selectFindings = (findings: readonly Finding[], impactMin: Impact): readonly Finding[] =>
  findings
    .filter((finding) => rank(finding) >= impacts.indexOf(impactMin))
    .toSorted((one, other) => rank(other) - rank(one) || other.count - one.count || one.rule.localeCompare(other.rule));
