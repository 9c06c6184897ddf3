import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export interface Sealed {
  /** Names the key, so that a row of another key is known as such. */
  readonly sealed_by: string;
  readonly sealed: Buffer;
}

/** Encrypts what is held for others. `place` names the row: what was sealed for one row opens in no other. */
export interface Sealer {
  seal(text: string, place: string): Sealed;
  /** Nothing where the key is another one, or somebody has changed the row. */
  unseal(sealed: Sealed, place: string): string | undefined;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Random nonces are safe for about four thousand million rows under one key: far beyond what a store keeps. */
export const createSealer = (key: Buffer): Sealer => {
  const sealedBy = createHash('sha256').update('recourse key id').update(key).digest('hex').slice(0, 16);
  return {
    seal: (text, place) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return { sealed_by: sealedBy, sealed: Buffer.concat([nonce, body, cipher.getAuthTag()]) };
    },
    unseal: ({ sealed_by, sealed }, place) => {
      if (sealed_by !== sealedBy || sealed.length < nonceBytes + tagBytes) return undefined;
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
