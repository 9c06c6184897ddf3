import type { GuardSettings } from '../guards/guard.ts';
import { defaultLimits, defaultShutdown, defaultTelemetry, defaultTimeouts } from '../settings/settings.ts';
import type {
  AdapterSettings,
  HttpSettings,
  LimitSettings,
  OAuthSettings,
  PolicySettings,
  QuotaSettings,
  ShutdownSettings,
  TelemetrySettings,
  TimeoutSettings,
  TrustSettings,
} from '../settings/settings.ts';

/** The most entries a store keeps. The oldest are removed first. */
interface StoreBounds {
  readonly tokens?: number;
  readonly outcomes?: number;
  readonly events?: number;
}

/** Where state is kept: in a file, in a shared database, or in the memory of one process. */
export type StoreConfiguration = (
  | { readonly kind: 'sqlite'; readonly file?: string; readonly synchronous?: 'normal' | 'full' }
  | { readonly kind: 'postgres'; readonly url?: string; readonly schema?: string; readonly connections?: number }
  | { readonly kind: 'memory' }
) & { readonly most?: StoreBounds };

/** Which approvals count. */
interface ApprovalSettings {
  /** Whether `recourse approvals` on this machine can approve calls that need a person. */
  readonly local: boolean;
}

/** The operator's complete configuration, with defaults for missing keys. */
export interface Configuration {
  readonly policy: PolicySettings;
  readonly approvals: ApprovalSettings;
  readonly trust: TrustSettings;
  readonly http: HttpSettings;
  /** Absent if callers have no access tokens. */
  readonly oauth?: OAuthSettings;
  readonly quotas: QuotaSettings;
  readonly adapters: Readonly<Record<string, AdapterSettings>>;
  readonly limits: LimitSettings;
  /** `json`: the text of every failure is its whole envelope. */
  readonly text?: 'json';
  readonly timeouts: TimeoutSettings;
  readonly shutdown: ShutdownSettings;
  readonly guards: Pick<GuardSettings, 'roots' | 'hosts'>;
  readonly store: StoreConfiguration;
  readonly telemetry: TelemetrySettings;
}

/** The configuration that applies without a file. */
export const defaultConfiguration: Configuration = {
  policy: {},
  approvals: { local: false },
  trust: {},
  http: { trustedProxies: [] },
  quotas: {},
  adapters: {},
  limits: defaultLimits,
  timeouts: defaultTimeouts,
  shutdown: defaultShutdown,
  guards: {},
  store: { kind: 'sqlite' },
  telemetry: defaultTelemetry,
};
