import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export interface Sealed {
  /** Names the key, so that a row of another key is known as such. */
  readonly sealed_by: string;
  readonly sealed: Buffer;
}

/** Encrypts what is held for others. `place` names the row: what was sealed for one row opens in no other. */
export interface Sealer {
  /** The names of the keys whose rows it opens. */
  readonly opens: readonly string[];
  seal(text: string, place: string): Sealed;
  /** Undefined if the key is another one, or the row was changed. */
  unseal(sealed: Sealed, place: string): string | undefined;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals with the first of the keys and opens with any of them, so that a new key can take the place of an old one.
 * Random nonces are safe for about four thousand million rows under one key: far beyond what a store keeps.
 */
export const createSealer = (keys: readonly [Buffer, ...Buffer[]]): Sealer => {
  const [first] = keys;
  const sealedBy = keyName(first);
  const byName = new Map(keys.map((key) => [keyName(key), key]));
  return {
    opens: [...byName.keys()],
    seal: (text, place) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, first, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { sealed_by: sealedBy, sealed: Buffer.concat([nonce, body, cipher.getAuthTag()]) };
    },
    unseal: ({ sealed_by, sealed }, place) => {
      const key = byName.get(sealed_by);
      if (!key || sealed.length < nonceBytes + tagBytes) return undefined;
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(-tagBytes));
      try {
        return decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return undefined;
      }
    },
  };
};

/** Seals for as long as the process lives: for what another process need not read. */
export const createPassingSealer = (): Sealer => createSealer([randomBytes(32)]);

/** Names a key without revealing it. */
export const keyName = (key: Buffer): string =>
  createHash('sha256').update('recourse key id').update(key).digest('hex').slice(0, 16);
