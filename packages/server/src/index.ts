export { connectInProcess } from './connect-in-process.ts';
export type { InProcess } from './connect-in-process.ts';
export type { ErrorForm } from './door/lane.ts';
export type { HttpLimits } from './http/limits.ts';
export { serveHttp } from './http/open-http.ts';
export type { HttpServing, ServeHttpOptions } from './http/serve-http.ts';
export {
  confirmationTokenHeader,
  confirmationTokenMetaKey,
  idempotencyKeyMetaKey,
  localeMetaKey,
} from './meta-keys.ts';
export type { ServerEntry, ServerSetting, StartedServer } from './server-entry.ts';
export { serveStdio } from './stdio/serve-stdio.ts';
export type { ServeStdioOptions, StdioLimits } from './stdio/serve-stdio.ts';
export type { Serving } from './stdio/serving.ts';
