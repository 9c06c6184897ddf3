import type { Coverage, FileCoverage } from '../../profile/coverage.ts';
import type { Policy } from '../policy.ts';
import { buildPolicy } from '../reading/build-policy.ts';
import type { PolicyDraft } from '../reading/policy-fields.ts';

/** A file in which so many of so many lines ran, the first ones. */
export const fileOf = (path: string, covered: number, total: number): FileCoverage => ({
  path,
  lines: Uint32Array.from({ length: total }, (_, index) => index + 1),
  hits: Float64Array.from({ length: total }, (_, index) => (index < covered ? 1 : 0)),
  branches: [],
});

/** A profile by path: how many lines ran, of how many. */
export const coverageOf = (files: Readonly<Record<string, readonly [covered: number, total: number]>>): Coverage => ({
  files: new Map(Object.entries(files).map(([path, [covered, total]]) => [path, fileOf(path, covered, total)])),
});

export const policyOf = (draft: PolicyDraft, module?: string): Policy =>
  buildPolicy(draft, module, { path: '.coverctl.yaml', files: ['.coverctl.yaml'], digest: '0' });
