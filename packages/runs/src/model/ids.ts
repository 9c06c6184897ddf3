import { randomBytes, randomUUID } from 'node:crypto';

/** Draws ids. Tests pass their own. */
export interface Ids {
  event(): string;
  /** 32 lower-case hexadecimal digits. */
  trace(): string;
  /** 16 lower-case hexadecimal digits. */
  span(): string;
  /** Four random bytes, for the end of a run id. */
  suffix(): string;
}

export const createIds = (): Ids => ({
  event: () => randomUUID(),
  trace: () => randomBytes(16).toString('hex'),
  span: () => randomBytes(8).toString('hex'),
  suffix: () => randomBytes(4).toString('hex'),
});

/** The id of a run: when it was started, and a random part. */
export const runIdOf = (now: number, ids: Ids): string =>
  `r_${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z_${ids.suffix()}`;

export const runIdPattern = /^[A-Za-z0-9_-]{8,64}$/u;
