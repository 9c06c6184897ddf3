import type { Json } from '../json.ts';
import { compareDetails } from './compare-details.ts';
import type { LockedCode, LockedCodes } from './locked-code.ts';
import { majorOf, nextMajor } from './version.ts';

/** Changes that break callers. The names are stable: programs may branch on them. */
export const breakingChanges = [
  'removed',
  'repurposed',
  'http-changed',
  'retryable-changed',
  'recovery-changed',
  'details-lost',
  'details-required',
  'details-optional',
  'details-type-changed',
  'details-value-removed',
  'jsonrpc-changed',
  'reserved-again',
] as const;
export const additions = [
  'added',
  'bound',
  'details-added',
  'details-value-added',
  'placeholders-changed',
  'deprecated',
] as const;
export type Change = (typeof breakingChanges)[number] | (typeof additions)[number];

/** One difference between two states of a registry, before it is classified. */
export interface Difference {
  readonly change: Change;
  /** The field of the row or of its details that differs. */
  readonly field?: string;
  readonly before?: Json;
  readonly after?: Json;
  /** The rest of a sentence that starts with the code. */
  readonly says: string;
}

/** `break` breaks callers, `allowed` is a break that a new major version has announced, `addition` breaks no caller. */
export interface Finding extends Omit<Difference, 'says'> {
  readonly severity: 'break' | 'allowed' | 'addition';
  readonly code: string;
  readonly message: string;
  /** The lowest version that would allow the break. */
  readonly needs?: string;
}

/** The versions of the two states, if they are known. */
export interface ComparedVersions {
  readonly before: string;
  readonly after: string;
}

/**
 * Lists the changes from one state of the codes to the next. A reserved row is not a promise, so it may change in any
 * way; a code that callers may already branch on may not change its meaning within a major version.
 */
export const compareCodes = (
  before: LockedCodes,
  after: LockedCodes,
  versions?: ComparedVersions,
): readonly Finding[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((code) => {
    const was = Object.hasOwn(before, code) ? before[code] : undefined;
    const is = Object.hasOwn(after, code) ? after[code] : undefined;
    return compareCode(was, is).map((difference) => weigh(code, difference, versions));
  });

const compareCode = (was: LockedCode | undefined, is: LockedCode | undefined): readonly Difference[] => {
  if (!was) return [{ change: 'added', says: 'is new' }];
  if (was.reserved) return is && !is.reserved ? [{ change: 'bound', says: 'is no longer reserved' }] : [];
  if (!is) return [{ change: 'removed', says: 'was removed' }];
  if (is.reserved) return [{ change: 'reserved-again', says: 'is reserved again, but callers may rely on it' }];
  return [...compareFacts(was, is), ...compareDetails(was.details, is.details), ...compareDeprecation(was, is)];
};

const boundFacts = [
  ['kind', 'repurposed'],
  ['category', 'repurposed'],
  ['http', 'http-changed'],
  ['retryable', 'retryable-changed'],
  ['recovery', 'recovery-changed'],
] as const satisfies readonly (readonly [keyof LockedCode, Change])[];

const compareFacts = (was: LockedCode, is: LockedCode): readonly Difference[] =>
  boundFacts
    .filter(([field]) => was[field] !== is[field])
    .map(([field, change]) => ({
      change,
      field,
      before: was[field],
      after: is[field],
      says: `changed ${field} from ${String(was[field])} to ${String(is[field])}`,
    }));

const compareDeprecation = (was: LockedCode, is: LockedCode): readonly Difference[] =>
  is.deprecated && !was.deprecated
    ? [{ change: 'deprecated', says: `has been deprecated since ${is.deprecated.since}` }]
    : [];

/** Classifies a difference; a new major version allows those that break. */
export const weigh = (code: string, { says, ...difference }: Difference, versions?: ComparedVersions): Finding => {
  const common = { code, ...difference, message: `${code} ${says}` };
  if (!(breakingChanges as readonly Change[]).includes(difference.change)) return { severity: 'addition', ...common };
  if (!versions) return { severity: 'break', ...common };
  return majorOf(versions.after) > majorOf(versions.before)
    ? { severity: 'allowed', ...common }
    : { severity: 'break', ...common, needs: nextMajor(versions.before) };
};
