import type { Outcome } from '@recourse/contract';
import { canonicalJson } from '@recourse/engine/digest';

/** As many as MCP-AQL wants in one answer. */
const most = 10;

/** The warnings of all items once each, the latest where there are too many. */
export const fewerWarnings = <Given extends Outcome>(outcome: Given): Given => {
  if (!outcome.ok || outcome.warnings.length === 0) return outcome;
  const unique = new Map(
    outcome.warnings.map((warning) => [canonicalJson([warning.code, warning.details ?? null]), warning]),
  );
  return { ...outcome, warnings: [...unique.values()].slice(-most) };
};
