import type { Danger, Trust } from '../../levels.ts';

/** The gate's decision. `look` allows no call: only reading about the operation is permitted. */
export type GateDecision = 'allow' | 'confirm' | 'deny';

/**
 * Trust × danger, as MCP-AQL has it. Out of the box a caller on this machine is `validated`: safe and reversible
 * operations run, destructive ones ask, dangerous ones are denied until the operator says otherwise.
 */
export const matrix: Readonly<Record<Danger, Readonly<Record<Trust, GateDecision>>>> = {
  safe: { untested: 'deny', generated: 'allow', validated: 'allow', community_reviewed: 'allow', certified: 'allow' },
  reversible: {
    untested: 'deny',
    generated: 'deny',
    validated: 'allow',
    community_reviewed: 'allow',
    certified: 'allow',
  },
  destructive: {
    untested: 'deny',
    generated: 'deny',
    validated: 'confirm',
    community_reviewed: 'allow',
    certified: 'allow',
  },
  dangerous: {
    untested: 'deny',
    generated: 'deny',
    validated: 'deny',
    community_reviewed: 'confirm',
    certified: 'allow',
  },
  forbidden: {
    untested: 'deny',
    generated: 'deny',
    validated: 'deny',
    community_reviewed: 'deny',
    certified: 'confirm',
  },
};
