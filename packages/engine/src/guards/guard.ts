import type { Failure, JsonObject } from '@recourse/contract';

/** The kinds of values that a guard knows. */
export const guardKinds = [
  'path',
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

/** Why a value is refused. It becomes the details of the code; a sensitive value is left out. */
export interface Finding {
  readonly kind: GuardKind;
  /** The field as a caller would name it: `testArgs[0]`. */
  readonly param_name: string;
  readonly reason: string;
  readonly value?: string;
  /** What more the kind can say: allowed values, hosts, the construct, an offset. */
  readonly more?: JsonObject;
}

/** What a server gives the guards to judge with. None of it is published. */
export interface GuardSettings {
  /** Absolute folders by the name that a `path` field uses. */
  readonly roots?: Readonly<Record<string, string>>;
  /** Host names that a `url` field may name; absent means every public host. */
  readonly hosts?: readonly string[];
  /** Looks a host up; the system's resolver unless given. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** The server's own refusals, by kind, where its contract has codes for them. */
  readonly refusals?: { readonly [Kind in GuardKind]?: (finding: Finding) => Failure };
}

/** Fine, with a handle where the value must be checked again at its use; or why not. */
export type Verdict =
  | { readonly ok: true; readonly handle?: unknown }
  | { readonly ok: false; readonly reason: string; readonly more?: JsonObject };

/** Judges one value. It may throw: that is a refusal too. */
export type Guard = (value: string, options: JsonObject, settings: GuardSettings) => Verdict | Promise<Verdict>;
