import type { TokenRefusal } from '@recourse/engine/store-ports';
import { denialOf } from './judge-token.ts';
import type { TokenRow } from './judge-token.ts';

/** The effect of earlier tokens on a new request for the same call. */
export type Earlier<Row> =
  | { readonly state: 'approved'; readonly row: Row }
  | Extract<TokenRefusal, { state: 'denied' }>
  | { readonly state: 'waiting'; readonly rows: readonly Row[] };

/**
 * Judges tokens of one call that are neither used nor expired. An approval is for one call, and is used before a
 * denial of the same call at another time is heard.
 */
export const judgeEarlier = <Row extends TokenRow>(rows: readonly Row[]): Earlier<Row> => {
  const approved = rows.find(({ approved_at }) => approved_at !== null);
  if (approved) return { state: 'approved', row: approved };
  const denied = rows.find(({ denied_at }) => denied_at !== null);
  return denied ? denialOf(denied) : { state: 'waiting', rows };
};
