import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { InstallationKeys } from '../sealing/installation-key.ts';
import { keyName } from '@recourse/engine/sealing';

/** A signature, and the name of the key that made it. */
export interface Attested {
  readonly sealed_by: string;
  /** In base64. */
  readonly mac: string;
}

/** Signs statements about the chain of events, and checks signatures. */
export interface Attestor {
  /** The name of the key that signs. */
  readonly name: string;
  attest(statement: string): Attested;
  /** `unknown` if the key that signed is not here. */
  check(statement: string, attested: Attested): 'valid' | 'invalid' | 'unknown';
}

/** Signs with a key derived from the first installation key, and checks with those of all. */
export const createAttestor = (keys: InstallationKeys): Attestor => {
  const byName = new Map(keys.map((key) => [keyName(key), derived(key)]));
  const name = keyName(keys[0]);
  const macOf = (key: Uint8Array, statement: string): string =>
    createHmac('sha256', key).update(statement).digest('base64');
  const first = derived(keys[0]);
  // Each append checks the seal that the last one made.
  let latest: (Attested & { readonly statement: string }) | undefined;
  return {
    name,
    attest: (statement) => {
      latest = { statement, sealed_by: name, mac: macOf(first, statement) };
      return latest;
    },
    check: (statement, { sealed_by, mac }) => {
      const key = byName.get(sealed_by);
      if (!key) return 'unknown';
      const isLatest = latest?.statement === statement && latest.sealed_by === sealed_by;
      const expected = isLatest && latest ? latest.mac : macOf(key, statement);
      return isEqual(mac, expected) ? 'valid' : 'invalid';
    },
  };
};

const isEqual = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The installation key encrypts; signatures need a key of their own. */
const derived = (key: Buffer): Uint8Array => new Uint8Array(hkdfSync('sha256', key, '', 'recourse evidence', 32));
