import type { ProductSymbol } from '../product/symbols/symbol.ts';

/** The public names of the sample product, as the compiler of TypeScript reads them. A system test compares them. */
export const sampleSymbols: readonly ProductSymbol[] = [
  {
    name: 'LimiterOptions',
    kind: 'interface',
    signature:
      "interface LimiterOptions {\n  /** Calls that are allowed in one window. */\n  readonly limit: number;\n  readonly windowMs: number;\n  readonly kind?: 'fixed' | 'sliding';\n  readonly now?: () => number;\n}",
    doc: 'How a limiter counts.',
    module: '@acme/tally',
    source: { path: 'src/limiter.ts', start_line: 4, end_line: 10 },
    doc_source: { path: 'src/limiter.ts', start_line: 3, end_line: 3 },
  },
  {
    name: 'Taken',
    kind: 'type',
    signature:
      'type Taken =\n  | { readonly ok: true; readonly remaining: number }\n  | { readonly ok: false; readonly retryAfterMs: number }',
    doc: 'The answer to a call: allowed or not, and what is left.',
    module: '@acme/tally',
    source: { path: 'src/limiter.ts', start_line: 13, end_line: 15 },
    doc_source: { path: 'src/limiter.ts', start_line: 12, end_line: 12 },
  },
  {
    name: 'Limiter',
    kind: 'interface',
    signature: 'interface Limiter {\n  take(key: string): Taken;\n}',
    doc: '',
    module: '@acme/tally',
    source: { path: 'src/limiter.ts', start_line: 17, end_line: 19 },
  },
  {
    name: 'createLimiter',
    kind: 'function',
    signature: 'function createLimiter(options: LimiterOptions): Limiter',
    doc: 'Creates a limiter. Limiters share nothing: two of them with the same options count separately.\n\n- `options`: The number of calls allowed, and the period.\n\nReturns: A limiter that never throws.',
    module: '@acme/tally',
    source: { path: 'src/limiter.ts', start_line: 27, end_line: 27 },
    doc_source: { path: 'src/limiter.ts', start_line: 21, end_line: 26 },
  },
  {
    name: 'waitFor',
    kind: 'function',
    signature:
      'function waitFor(limiter: Limiter, key: string, options: { readonly signal?: AbortSignal } = {}): Promise<void>',
    doc: 'Waits until a limiter allows a call.\n\n- `limiter`: The limiter to ask.\n- `key`: Identifies the caller.\n- `options`: A signal that stops the wait.\n\nThrows: The reason of the signal, if it is aborted first.',
    module: '@acme/tally',
    source: { path: 'src/wait-for.ts', start_line: 11, end_line: 11 },
    doc_source: { path: 'src/wait-for.ts', start_line: 3, end_line: 10 },
  },
];
