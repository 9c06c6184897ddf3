import type { Category, Deprecation, Kind, Recovery } from '../codes/code.ts';
import { listFields, typeName } from './list-fields.ts';
import type { ListedCode } from './list-codes.ts';

/** One field of the details, as far as callers rely on it. The set of its allowed values may grow. */
export interface LockedField {
  readonly required: boolean;
  readonly type: string;
}

/** The properties of one code that callers rely on. These do not include messages, which may be improved. */
export interface LockedCode {
  readonly kind: Kind;
  readonly category: Category;
  readonly http: number | null;
  readonly retryable: boolean;
  readonly recovery: Recovery;
  /** By name; a field inside a list or an object by its path, as in `errors[].index`. */
  readonly details: Readonly<Record<string, LockedField>>;
  readonly since: string;
  readonly deprecated?: Deprecation;
  readonly reserved?: true;
}

export type LockedCodes = Readonly<Record<string, LockedCode>>;

/** The parts of a listed code that a lock needs. */
export type LockableCode = Omit<ListedCode, 'message' | 'summary' | 'hint' | 'jsonrpc'>;

/** Reduces a listed code to what is locked. */
const lockedCode = (listed: LockableCode): LockedCode => ({
  kind: listed.kind,
  category: listed.category,
  http: listed.http,
  retryable: listed.retryable,
  recovery: listed.recovery,
  details: Object.fromEntries(
    listFields(listed.details)
      .map(({ path, required, schema }) => [path, { required, type: typeName(schema) }] as const)
      .sort(byName),
  ),
  since: listed.since,
  ...(listed.deprecated && { deprecated: listed.deprecated }),
  ...(listed.reserved && { reserved: true }),
});

/** Reduces a listing, with the names that `nameOf` gives, in the order of the alphabet. */
export const lockedCodes = (codes: readonly LockableCode[], nameOf: (listed: LockableCode) => string): LockedCodes =>
  Object.fromEntries(codes.map((listed) => [nameOf(listed), lockedCode(listed)] as const).sort(byName));

/** By code unit and not by locale, so that a lock file is the same on every machine. */
const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;
