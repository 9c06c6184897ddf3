import { fileURLToPath } from 'node:url';

/** @param {string} file */
const startedByNode = (file) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL(file, import.meta.url))],
});

/** The servers that a client starts itself. */
export const stdioV1 = startedByNode('stdio-v1.mjs');
export const stdioV2 = startedByNode('stdio-v2.mjs');
export { startHttpServer } from './http-v2.mjs';
