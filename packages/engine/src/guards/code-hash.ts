import { createHash } from 'node:crypto';

/** A hash that names code in events, logs and failures without repeating it. */
export const codeHash = (code: string): string => `sha256:${createHash('sha256').update(code).digest('hex')}`;
