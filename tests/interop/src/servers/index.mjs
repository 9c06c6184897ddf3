import { fileURLToPath } from 'node:url';

/**
 * @param {string} file
 * @param {string[]} given
 */
const startedByNode = (file, ...given) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL(file, import.meta.url)), ...given],
});

/** The servers that a client starts itself. */
export const stdioV1 = startedByNode('stdio-v1.mjs');
export const stdioV2 = startedByNode('stdio-v2.mjs');
export { startHttpServer } from './http-v2.mjs';

/**
 * Our own door.
 *
 * @param {import('@recourse/contract').DialectName} dialect
 */
export const doorStdio = (dialect) => startedByNode('door-stdio.mjs', dialect);
export { startDoor, startDoorWithKey } from './door-http.mjs';
