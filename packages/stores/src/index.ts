export { checkKeyRequest, KeyRequestError } from './identity/draw-key.ts';
export { createKeyIdentity } from './identity/create-key-identity.ts';
export { openStores } from './open-stores.ts';
export type { Approvals, DecisionBy, DecisionResult, DenialBy, PendingApproval } from './ports/approvals.ts';
export type { EventLog, EventQuery, LoggedEvent } from './ports/event-log.ts';
export type { Intent, Intents, ResolveResult } from './ports/intents.ts';
export type { CreatedKey, CreateKeyRequest, KeyRecord, Keys } from './ports/keys.ts';
export type {
  NewRun,
  RunChange,
  RunEventQuery,
  RunQuery,
  RunRow,
  RunStore,
  RunVersion,
  RunWithSnapshot,
  StoredArtifact,
} from './ports/runs.ts';
export { mostListedQuotas } from './ports/usage.ts';
export type { QuotaUsage, Usage, UsageQuery } from './ports/usage.ts';
export { KeyError, keyVariable } from './sealing/installation-key.ts';
export type {
  Bounds,
  MemorySettings,
  PostgresSettings,
  SqliteSettings,
  StoreSettings,
} from './settings/store-settings.ts';
export { defaultBounds } from './settings/store-settings.ts';
export { StoreVersionError } from './settings/store-version-error.ts';
export type { StoreKind, Stores } from './stores.ts';
