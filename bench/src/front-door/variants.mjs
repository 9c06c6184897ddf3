import { fileURLToPath } from 'node:url';

const peer = (/** @type {string} */ file) => fileURLToPath(new URL(`../../peers/src/${file}`, import.meta.url));
const own = (/** @type {string} */ file) => fileURLToPath(new URL(`../../ours/src/${file}`, import.meta.url));

/**
 * A server and a way to call it. Its name is how it is called in tables.
 *
 * @typedef {object} Variant
 * @property {string} name
 * @property {'http' | 'stdio'} transport
 * @property {readonly string[]} script the file that starts the server, and its arguments
 * @property {import('./wires.mjs').Era} era
 * @property {import('./wires.mjs').CallKind} kind
 * @property {boolean} [hasSession]
 * @property {boolean} [isRest]
 * @property {boolean} [hasStores] whether it keeps its state in SQLite and wants a key with every call
 */

/** @type {(transport: Variant['transport'], name: string, script: readonly string[], more?: Partial<Variant>) => Variant} */
const variant = (transport, name, script, more = {}) => ({
  name,
  transport,
  script,
  era: '2025',
  kind: 'good',
  ...more,
});

/** The servers that are measured over HTTP. */
export const httpVariants = [
  variant('http', 'bare node:http', [peer('bare-http.mjs')], { era: '2026' }),
  variant('http', 'SDK 2.4, 2026, JSON', [peer('sdk-v2-http.mjs'), 'handler'], { era: '2026' }),
  variant('http', 'SDK 2.4, 2025, SSE', [peer('sdk-v2-http.mjs'), 'handler']),
  variant('http', 'SDK 2.4, 2025, session', [peer('sdk-v2-http.mjs'), 'sessions'], { hasSession: true }),
  variant('http', 'SDK 1.32, stateless', [peer('sdk-v1-http.mjs'), 'stateless']),
  variant('http', 'SDK 1.32, session', [peer('sdk-v1-http.mjs'), 'sessions'], { hasSession: true }),
  variant('http', 'fastmcp 4, stateless', [peer('fastmcp.mjs'), 'stateless']),
  variant('http', 'fastmcp 4, session', [peer('fastmcp.mjs'), 'sessions'], { hasSession: true }),
  variant('http', 'ours, 2026', [own('our-http.mjs')], { era: '2026' }),
  variant('http', 'ours, 2025', [own('our-http.mjs')]),
  variant('http', 'ours, REST', [own('our-http.mjs')], { isRest: true }),
  variant('http', 'ours, wrong argument', [own('our-http.mjs')], { era: '2026', kind: 'wrong argument' }),
  variant('http', 'ours, unknown tool', [own('our-http.mjs')], { era: '2026', kind: 'unknown tool' }),
  variant('http', 'ours, SQLite and a key', [own('our-http.mjs')], { era: '2026', hasStores: true }),
];

/** The servers that are measured over stdio, and for cold starts. */
export const stdioVariants = [
  variant('stdio', 'hand-written', [peer('bare-stdio.mjs')]),
  variant('stdio', 'SDK 2.4, 2026', [peer('sdk-v2-stdio.mjs')], { era: '2026' }),
  variant('stdio', 'SDK 2.4, 2025', [peer('sdk-v2-stdio.mjs')]),
  variant('stdio', 'SDK 1.32', [peer('sdk-v1-stdio.mjs')]),
  variant('stdio', 'fastmcp 4', [peer('fastmcp.mjs'), 'stdio']),
  variant('stdio', 'ours, 2026', [own('our-stdio.mjs')], { era: '2026' }),
  variant('stdio', 'ours, 2025', [own('our-stdio.mjs')]),
];
