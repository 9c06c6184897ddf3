import type { EventVerification } from '../evidence/verification.ts';
import type { Environment, StoreSettings } from '../settings/store-settings.ts';

/** A head of the chain that was noted earlier. */
export interface Anchor {
  readonly position: number;
  /** In lower-case hexadecimal. */
  readonly link: string;
}

/** Follows the chain of events of a store that `findStore` has found. It reads page by page and changes nothing. */
export const verifyEvents = async (
  settings: Exclude<StoreSettings, { kind: 'memory' }>,
  environment: Environment,
  anchor?: Anchor,
): Promise<EventVerification> =>
  settings.kind === 'sqlite'
    ? (await import('../sqlite/verify.ts')).verifySqlite(settings, environment, anchor)
    : (await import('../postgres/verify.ts')).verifyPostgres(settings, environment, anchor);
