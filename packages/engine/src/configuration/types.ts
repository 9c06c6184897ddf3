import type { GuardSettings } from '../guards/guard.ts';
import type { Danger, Trust } from '../levels.ts';
import type { QuotaRule } from '../stages/meter/quota-rule.ts';

/** What the gate does with a call: let it pass, ask first, or refuse. */
type Decision = 'allow' | 'confirm' | 'deny';

/** Whose yes counts: any token, one that came through the client's own dialogue, or only a person's elsewhere. */
export type ConsentGrade = 'any' | 'client' | 'person';

/** What the operator says about one tool. `danger` can only raise what the tool itself declares. */
interface ToolPolicy {
  readonly decision?: Decision;
  readonly danger?: Danger;
}

/** The operator's rules for the gate and for consent; what is absent is the built-in rule. */
export interface PolicySettings {
  readonly matrix?: Readonly<Partial<Record<Danger, Readonly<Partial<Record<Trust, Decision>>>>>>;
  readonly tools?: Readonly<Record<string, ToolPolicy>>;
  /** The least trust with which an operation of a danger may be called at all, whatever the matrix says. */
  readonly minimumTrust?: Readonly<Partial<Record<Danger, Trust>>>;
  readonly consent?: ConsentGrade;
  /** How long a confirmation can be given: for all, or by the danger of the call and for a quota that has paused. */
  readonly confirmationMs?: number | Readonly<Partial<Record<Danger | 'quota', number>>>;
}

/** How large a call and its answer may be. */
export interface LimitSettings {
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly stringBytes: number;
  readonly arrayItems: number;
  readonly depth: number;
}

export const defaultLimits: LimitSettings = {
  requestBytes: 1_048_576,
  responseBytes: 10_485_760,
  stringBytes: 1_048_576,
  arrayItems: 10_000,
  depth: 32,
};

/** How long a handler may run: when its tool says nothing, and whatever its tool says. */
export interface TimeoutSettings {
  readonly defaultMs: number;
  readonly maxMs: number;
}

export const defaultTimeouts: TimeoutSettings = { defaultMs: 60_000, maxMs: 600_000 };

/** How far callers are trusted. */
export interface TrustSettings {
  /** A caller over stdio or from this machine without a key. */
  readonly local?: Trust;
  /** By principal id; never above what its key says. */
  readonly principals?: Readonly<Record<string, Trust>>;
}

/** The operator's quotas by operation; those under `*` hold for every operation, each counted by itself. */
export type QuotaSettings = Readonly<Record<string, readonly QuotaRule[]>>;

/** What the operator says about one adapter of a REST API. */
export interface AdapterSettings {
  /** At most what the adapter's own file claims. */
  readonly trust?: Trust;
  /** By the name of an operation; it raises and lowers what the adapter says. */
  readonly danger?: Readonly<Record<string, Danger>>;
  /** Which table turns HTTP statuses into codes: ours, or the contract's as it is printed. */
  readonly statuses?: 'corrected' | 'strict';
  /** Whether the API may be at a private address. */
  readonly allowPrivate?: boolean;
}

/** What is written down about calls, and where to. */
export interface TelemetrySettings {
  readonly log: 'none' | 'stderr';
  readonly eventArguments: 'none' | 'redacted';
  readonly bufferedEvents: number;
}

export const defaultTelemetry: TelemetrySettings = { log: 'none', eventArguments: 'none', bufferedEvents: 10_000 };

/** Which callers need a key. Those from elsewhere always do. */
export interface KeySettings {
  /** Every caller over HTTP needs one, also from this machine. */
  readonly required: boolean;
}

/** How much a store keeps at most; what is oldest goes first. */
interface StoreBounds {
  readonly tokens?: number;
  readonly outcomes?: number;
  readonly events?: number;
}

/** Where state is kept: a file of this machine, a database for many, or the memory of one process. */
export type StoreConfiguration = (
  | { readonly kind: 'sqlite'; readonly file?: string; readonly synchronous?: 'normal' | 'full' }
  | { readonly kind: 'postgres'; readonly url?: string; readonly schema?: string; readonly connections?: number }
  | { readonly kind: 'memory' }
) & { readonly most?: StoreBounds };

/** The operator's configuration, complete: what the file leaves out is filled in. */
export interface Configuration {
  readonly policy: PolicySettings;
  readonly trust: TrustSettings;
  readonly keys: KeySettings;
  readonly quotas: QuotaSettings;
  readonly adapters: Readonly<Record<string, AdapterSettings>>;
  readonly limits: LimitSettings;
  readonly timeouts: TimeoutSettings;
  readonly guards: Pick<GuardSettings, 'roots' | 'hosts'>;
  readonly store: StoreConfiguration;
  readonly telemetry: TelemetrySettings;
}

export const defaultConfiguration: Configuration = {
  policy: {},
  trust: {},
  keys: { required: false },
  quotas: {},
  adapters: {},
  limits: defaultLimits,
  timeouts: defaultTimeouts,
  guards: {},
  store: { kind: 'sqlite' },
  telemetry: defaultTelemetry,
};
