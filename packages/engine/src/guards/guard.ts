import type { Failure, JsonObject } from '@recourse/contract';
import type { Inspect } from './script/inspect.ts';

/** The kinds of values that a guard knows. */
export const guardKinds = [
  'path',
  'repositoryPath',
  'flag',
  'argv',
  'shellWord',
  'identifier',
  'duration',
  'gitRef',
  'url',
  'pattern',
  'code',
] as const;
export type GuardKind = (typeof guardKinds)[number];

/** True for a kind that has a guard. */
export const isGuardKind = (kind: string): kind is GuardKind => (guardKinds as readonly string[]).includes(kind);

/** Which rule a value broke, for a server that has codes of its own for some of them. */
export type GuardRule =
  | 'control_chars'
  | 'empty'
  | 'too_long'
  | 'wrong_type'
  | 'unchecked'
  | 'syntax'
  | 'outside'
  | 'link'
  | 'special_file'
  | 'missing'
  | 'not_allowed'
  | 'value'
  | 'option'
  | 'response_file'
  | 'metacharacter'
  | 'form'
  | 'range'
  | 'scheme'
  | 'credentials'
  | 'host'
  | 'address'
  | 'name'
  | 'construct';

/** Why a value is refused. It becomes the details of the code; a sensitive value is left out. */
export interface Finding {
  readonly kind: GuardKind;
  readonly rule: GuardRule;
  /** The field as a caller would name it: `testArgs[0]`. */
  readonly param_name: string;
  /** The same as a JSON Pointer: `/testArgs/0`. */
  readonly pointer: string;
  readonly reason: string;
  readonly value?: string;
  /** Further details of the kind: allowed values, hosts, the construct, an offset. */
  readonly more?: JsonObject;
}

/** The settings that a server gives the guards. None of them is published. */
export interface GuardSettings {
  /** Absolute folders by the name that a `path` field uses. */
  readonly roots?: Readonly<Record<string, string>>;
  /** Host names that a `url` field may name, `*.example.org` for all below it; absent means every public host. */
  readonly hosts?: readonly string[];
  /** Looks a host up; defaults to the system's resolver. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** The server's own refusals, by kind, where its contract has codes for them; undefined leaves it to the core. */
  readonly refusals?: { readonly [Kind in GuardKind]?: (finding: Finding) => Failure | undefined };
  /** The codes that `refusals` answer with. The stage lets no other leave. */
  readonly refusalCodes?: readonly string[];
  /** Finds what code must not contain; defaults to the engine's own inspection. */
  readonly inspect?: Inspect;
}

/** Why not. The reason repeats nothing of the value, which may be a secret. */
export interface Refusal {
  readonly ok: false;
  readonly rule: GuardRule;
  readonly reason: string;
  readonly more?: JsonObject;
}

/** Fine, with a handle where the value must be checked again at its use; or why not. */
export type Verdict = { readonly ok: true; readonly handle?: unknown } | Refusal;

/** Judges one value, free of control characters and no longer than its kind allows. It may throw: that refuses too. */
export type Guard = (value: string, options: JsonObject, settings: GuardSettings) => Verdict | Promise<Verdict>;

/** Judges the items of an array together, where one may be the value of the one before: a verdict for each. */
export type ListGuard = (
  values: readonly string[],
  options: JsonObject,
  settings: GuardSettings,
) => Promise<readonly Verdict[]>;

/** A verdict that refuses. */
export const refuse = (rule: GuardRule, reason: string, more?: JsonObject): Refusal => ({
  ok: false,
  rule,
  reason,
  ...(more && { more }),
});

/** A verdict that lets the value through, with what its user is given for it. */
export const accept = (handle?: unknown): Verdict => (handle === undefined ? { ok: true } : { ok: true, handle });
