import type { Danger, Trust } from '../levels.ts';
import type { QuotaRule } from '../stages/meter/quota-rule.ts';

/** How the gate treats a call: it passes, needs a confirmation, or is refused. */
type Decision = 'allow' | 'confirm' | 'deny';

/** Which confirmation counts: any token, one given in the client's dialogue, or only one given by a person elsewhere. */
export type ConsentGrade = 'any' | 'client' | 'person';

/** The operator's rules for one tool. `danger` can only raise the level that the tool declares. */
interface ToolPolicy {
  readonly decision?: Decision;
  readonly danger?: Danger;
}

/** The operator's rules for the gate and for consent. Missing keys keep the built-in rules. */
export interface PolicySettings {
  readonly matrix?: Readonly<Partial<Record<Danger, Readonly<Partial<Record<Trust, Decision>>>>>>;
  readonly tools?: Readonly<Record<string, ToolPolicy>>;
  /** The lowest trust that may call operations of a danger level. It overrides the matrix. */
  readonly minimumTrust?: Readonly<Partial<Record<Danger, Trust>>>;
  readonly consent?: ConsentGrade;
  /** How long a confirmation stays open: one value for all, or by danger level and for a paused quota. */
  readonly confirmationMs?: number | Readonly<Partial<Record<Danger | 'quota', number>>>;
}

/** The largest call and the largest answer. */
export interface LimitSettings {
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly stringBytes: number;
  readonly arrayItems: number;
  readonly depth: number;
}

/** The limits that apply where the operator sets none. */
export const defaultLimits: LimitSettings = {
  requestBytes: 1_048_576,
  responseBytes: 10_485_760,
  stringBytes: 1_048_576,
  arrayItems: 10_000,
  depth: 32,
};

/** How long a handler may run. */
export interface TimeoutSettings {
  readonly defaultMs: number;
  /** The longest that a tool may ask for. */
  readonly maxMs: number;
  /** After this time the idempotency key of a handler that has not ended is lost; it is never reopened while it runs. */
  readonly abandonMs: number;
}

/** The timeouts that apply where the operator sets none. */
export const defaultTimeouts: TimeoutSettings = { defaultMs: 60_000, maxMs: 600_000, abandonMs: 3_600_000 };

/** How a server ends when it is told to. */
export interface ShutdownSettings {
  /**
   * How long it serves on while it says that it is not ready. If unset, 5 s over HTTP if other machines or proxies can
   * reach it, otherwise 0.
   */
  readonly lameDuckMs?: number;
  /** The time for which running calls may continue after that. Calls that are still running then are answered as cancelled. */
  readonly drainMs: number;
  /** The longest time from the signal to the end of the process; 5 s more than the other two unless set. */
  readonly boundMs?: number;
}

/** The end of a server where the operator sets nothing. */
export const defaultShutdown: ShutdownSettings = { drainMs: 5000 };

/** The trust in callers. */
export interface TrustSettings {
  /** Callers over stdio, and callers from this machine without a key. */
  readonly local?: Trust;
  /** By principal id. It can lower the trust of a key, never raise it. */
  readonly principals?: Readonly<Record<string, Trust>>;
}

/** The operator's quotas by operation. Rules under `*` apply to every operation, each counted separately. */
export type QuotaSettings = Readonly<Record<string, readonly QuotaRule[]>>;

/** The operator's settings for one adapter of a REST API. */
export interface AdapterSettings {
  /** Never above what the adapter's file claims. */
  readonly trust?: Trust;
  /** By operation name. It overrides the adapter in both directions. */
  readonly danger?: Readonly<Record<string, Danger>>;
  /** Which table maps HTTP statuses to codes: the corrected one, or the contract's to the letter. */
  readonly statuses?: 'corrected' | 'strict';
  /** Whether the API may have a private address. */
  readonly allowPrivate?: boolean;
}

/** Which events and log lines are written. */
export interface TelemetrySettings {
  readonly log: 'none' | 'stderr';
  readonly eventArguments: 'none' | 'redacted';
  readonly bufferedEvents: number;
  /** Serves `/metrics` over HTTP: to callers on this machine, and to keys of these principals. */
  readonly metrics?: { readonly principals?: readonly string[] };
}

/** The telemetry that applies where the operator sets none. */
export const defaultTelemetry: TelemetrySettings = { log: 'none', eventArguments: 'none', bufferedEvents: 10_000 };

/** Callers with access tokens, as the operator's file describes them. */
export interface OAuthSettings {
  readonly issuer: string;
  readonly resource: string;
  readonly audiences?: readonly string[];
  readonly scopes: Readonly<Record<string, { readonly trust?: Trust; readonly tools?: readonly string[] }>>;
  readonly introspection?: {
    readonly clientId: string;
    /** The environment variable with the client's secret. */
    readonly secretVariable: string;
  };
}

/** Which callers over HTTP need no key, and which addresses are proxies. */
export interface HttpSettings {
  /**
   * `loopback` admits local callers without a key, `none` admits no caller without one. Without this setting, the
   * server decides when it starts: `loopback` while no key exists, else `none`.
   */
  readonly anonymous?: 'loopback' | 'none';
  /** Addresses and CIDR ranges of proxies. Their forwarding headers are trusted; their callers are never local. */
  readonly trustedProxies: readonly string[];
  /**
   * Whether clients of the revisions with a handshake get a session. A session lives in one process. Without this
   * setting there are sessions unless the store spans machines.
   */
  readonly sessions?: boolean;
}
