export { connectInProcess } from './connect-in-process.ts';
export type { InProcess } from './connect-in-process.ts';
export { confirmationTokenMetaKey, idempotencyKeyMetaKey } from './meta-keys.ts';
export { serveStdio } from './serve-stdio.ts';
export type { ServeStdioOptions, Serving } from './serve-stdio.ts';
