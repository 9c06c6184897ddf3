export { connectInProcess } from './connect-in-process.ts';
export type { InProcess } from './connect-in-process.ts';
export type { ErrorForm } from './door/lane.ts';
export { confirmationTokenMetaKey, idempotencyKeyMetaKey } from './meta-keys.ts';
export { serveStdio } from './stdio/serve-stdio.ts';
export type { ServeStdioOptions, StdioLimits } from './stdio/serve-stdio.ts';
export type { Serving } from './stdio/serving.ts';
