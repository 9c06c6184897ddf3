import { hash } from 'node:crypto';

/** SHA-256 of bytes, or of a string in UTF-8. */
export const sha256Of = (content: string | Uint8Array): string => hash('sha256', content);
