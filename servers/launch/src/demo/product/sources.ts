/** The source files and manifests of the sample product. */
export const sources: Readonly<Record<string, string>> = {
  'package.json': `{
  "name": "@acme/tally",
  "version": "1.2.0",
  "description": "Rate limits for functions, users and keys",
  "license": "MIT",
  "type": "module",
  "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } }
}
`,
  LICENSE: `MIT License

Copyright (c) 2024 Acme

Permission is hereby granted, free of charge, to any person obtaining a copy of this software.
`,
  'src/index.ts': `export { createLimiter } from './limiter.js';
export type { Limiter, LimiterOptions, Taken } from './limiter.js';
export { waitFor } from './wait-for.js';
`,
  'src/limiter.ts': `import { countIn } from './window.js';

/** How a limiter counts. */
export interface LimiterOptions {
  /** Calls that are allowed in one window. */
  readonly limit: number;
  readonly windowMs: number;
  readonly kind?: 'fixed' | 'sliding';
  readonly now?: () => number;
}

/** The answer to a call: allowed or not, and what is left. */
export type Taken =
  | { readonly ok: true; readonly remaining: number }
  | { readonly ok: false; readonly retryAfterMs: number };

export interface Limiter {
  take(key: string): Taken;
}

/**
 * Creates a limiter. Limiters share nothing: two of them with the same options count separately.
 *
 * @param options The number of calls allowed, and the period.
 * @returns A limiter that never throws.
 */
export function createLimiter(options: LimiterOptions): Limiter {
  const { limit, windowMs, kind = 'fixed', now = Date.now } = options;
  const counts = new Map<string, number[]>();
  return {
    take: (key) => countIn(counts, key, { limit, windowMs, kind, at: now() }),
  };
}
`,
  'src/wait-for.ts': `import type { Limiter } from './limiter.js';

/**
 * Waits until a limiter allows a call.
 *
 * @param limiter The limiter to ask.
 * @param key Identifies the caller.
 * @param options A signal that stops the wait.
 * @throws The reason of the signal, if it is aborted first.
 */
export async function waitFor(limiter: Limiter, key: string, options: { readonly signal?: AbortSignal } = {}): Promise<void> {
  for (let taken = limiter.take(key); !taken.ok; taken = limiter.take(key)) {
    options.signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, taken.retryAfterMs));
  }
}
`,
  'src/window.ts': `/** @internal */
export function countIn(counts: Map<string, number[]>, key: string, rule: object): never {
  throw new Error(\`not shown: \${String(counts.size)} \${key} \${JSON.stringify(rule)}\`);
}
`,
  'examples/limit-requests.ts': `// Limit the requests of each user
import { createServer } from 'node:http';
import { createLimiter } from '@acme/tally';

const limiter = createLimiter({ limit: 100, windowMs: 60_000, kind: 'sliding' });

createServer((request, response) => {
  const taken = limiter.take(request.socket.remoteAddress ?? 'unknown');
  if (taken.ok) {
    response.end('hello');
  } else {
    response.writeHead(429, { 'retry-after': Math.ceil(taken.retryAfterMs / 1000) }).end();
  }
}).listen(8080);
`,
  'examples/share-a-limit.ts': `// Share one limit between several functions
import { createLimiter } from '@acme/tally';

const limiter = createLimiter({ limit: 10, windowMs: 1000 });
const guarded = (work: () => void) => () => {
  if (limiter.take('all').ok) work();
};

export const send = guarded(() => console.log('sent'));
export const fetchMail = guarded(() => console.log('fetched'));
`,
  'test/limiter.test.ts': `import { createLimiter } from '../src/index.js';

test('refuses the call after the last', () => {
  const limiter = createLimiter({ limit: 1, windowMs: 1000, now: () => 0 });
  expect([limiter.take('a').ok, limiter.take('a').ok]).toEqual([true, false]);
});
`,
};
