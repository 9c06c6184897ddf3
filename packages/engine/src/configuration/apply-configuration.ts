import type { GuardSettings } from '../guards/guard.ts';
import { lowerTrust } from '../levels.ts';
import type {
  HttpSettings,
  LimitSettings,
  PolicySettings,
  QuotaSettings,
  TelemetrySettings,
  TimeoutSettings,
  TrustSettings,
} from '../settings/settings.ts';
import { localIdentity } from '../stages/identify/identify.ts';
import type { Identity } from '../stages/identify/identify.ts';
import type { QuotaRule } from '../stages/meter/quota-rule.ts';
import type { EventSink } from '../stages/record/call-event.ts';
import { createEventBuffer } from '../stages/record/create-event-buffer.ts';
import type { RecordOptions } from '../stages/record/record.ts';
import { createStderrLogger } from '../stages/record/stderr-logger.ts';
import type { Configuration } from './configuration.ts';

/** The part of a server's options that the operator decides. */
export interface OperatorOptions {
  readonly policy: PolicySettings;
  readonly limits: LimitSettings;
  readonly text?: 'json';
  readonly timeouts: TimeoutSettings;
  readonly guards: GuardSettings;
  readonly quotas: (operation: string) => readonly QuotaRule[];
  readonly identity: Identity;
  readonly record: RecordOptions;
}

export interface ApplyOptions {
  /** Identifies callers; the configuration's trust overrides the trust that it returns. */
  readonly identity?: Identity;
  /** Where events go; without it, none are recorded. */
  readonly events?: EventSink;
}

/** Turns a configuration into options of `createServer`. */
export const applyConfiguration = (configuration: Configuration, options: ApplyOptions = {}): OperatorOptions => ({
  policy: configuration.policy,
  limits: configuration.limits,
  ...(configuration.text && { text: configuration.text }),
  timeouts: configuration.timeouts,
  guards: configuration.guards,
  quotas: quotaRules(configuration.quotas),
  identity: withTrust(withoutAnonymous(options.identity ?? localIdentity, configuration.http), configuration.trust),
  record: recordOptions(configuration.telemetry, options.events),
});

const quotaRules = (quotas: QuotaSettings): OperatorOptions['quotas'] => {
  const everywhere = quotas['*'] ?? [];
  return (operation) => (Object.hasOwn(quotas, operation) ? [...(quotas[operation] ?? []), ...everywhere] : everywhere);
};

/**
 * Rejects HTTP callers without a key if the operator requires it, in every front door. No key is needed over
 * stdio: the user who starts the server can read its state anyway.
 */
const withoutAnonymous = (identity: Identity, { anonymous }: HttpSettings): Identity => ({
  hasKeys: async () => (await identity.hasKeys?.()) ?? false,
  identify: (caller) =>
    anonymous === 'none' && caller.transport === 'http' && caller.key === undefined
      ? undefined
      : identity.identify(caller),
});

/**
 * The operator sets the trust of callers on this machine, and can lower the trust of any principal below that of its
 * key.
 */
const withTrust = (identity: Identity, { local, principals = {} }: TrustSettings): Identity => ({
  hasKeys: async () => (await identity.hasKeys?.()) ?? false,
  identify: async (caller) => {
    const principal = await identity.identify(caller);
    if (!principal) return undefined;
    const atHome = caller.local && caller.key === undefined && local !== undefined;
    const trust = atHome ? local : principal.trust;
    const most = Object.hasOwn(principals, principal.id) ? principals[principal.id] : undefined;
    return { ...principal, trust: most === undefined ? trust : lowerTrust(trust, most) };
  },
});

const recordOptions = (telemetry: TelemetrySettings, sink: EventSink | undefined): RecordOptions => ({
  arguments: telemetry.eventArguments,
  ...(telemetry.log === 'stderr' && { logger: createStderrLogger() }),
  ...(sink && { events: createEventBuffer(sink, { capacity: telemetry.bufferedEvents }) }),
});
