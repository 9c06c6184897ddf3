export { closeOnSignals } from './close-on-signals.ts';
export type { CloseOnSignalsOptions } from './close-on-signals.ts';
export { connectInProcess } from './connect-in-process.ts';
export type { InProcess } from './connect-in-process.ts';
export type { ErrorForm } from './call/render.ts';
export type { HttpLimits } from './door/limits.ts';
export { serveHttp } from './door/open-http.ts';
export type { Anonymous, HttpServing, ServeHttpOptions } from './door/serve-http.ts';
export type { TlsFiles } from './door/tls-files.ts';
export { createMetrics } from './metrics/open-metrics.ts';
export type { Metrics } from './metrics/metrics.ts';
export type { MetricsOptions } from './door/metrics-door.ts';
export type { OAuthOptions, ScopeRights } from './oauth/oauth-options.ts';
export {
  confirmationTokenHeader,
  confirmationTokenMetaKey,
  idempotencyKeyMetaKey,
  localeMetaKey,
} from './meta-keys.ts';
export type { Notes, ServerEntry, ServerSetting, StartedServer } from './server-entry.ts';
export type { ApprovalDecision, ApprovalDesk, ApprovalResult, WaitingCall } from './wire/rest/approval-desk.ts';
export { serveStdio } from './wire/stdio/serve-stdio.ts';
export type { ServeStdioOptions, StdioLimits } from './wire/stdio/serve-stdio.ts';
export type { CloseOptions, Serving } from './serving.ts';
