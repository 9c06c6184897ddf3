import { hash } from 'node:crypto';

/** SHA-256 of a text in UTF-8, or of bytes. */
export const sha256Of = (content: string | Uint8Array): string => hash('sha256', content);
