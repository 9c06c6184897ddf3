import { createPassingSealer } from './sealer.ts';
import type { Sealer } from './sealer.ts';

/**
 * Seals values that a client carries from one request to the next. `place` names what a value belongs to: a value that
 * was sealed for one place opens in no other.
 */
export interface Seals {
  seal(text: string, place: string): string;
  /** Undefined if the value was changed, belongs to another place, or was sealed with a key that is not known here. */
  unseal(sealed: string, place: string): string | undefined;
}

const form = /^([0-9a-f]{16})\.([\w-]{1,1000000})$/;

/** Creates seals on a sealer: every process with the same key opens them. */
export const createSeals = (sealer: Sealer): Seals => ({
  seal: (text, place) => {
    const { sealed_by, sealed } = sealer.seal(text, place);
    return `${sealed_by}.${sealed.toString('base64url')}`;
  },
  unseal: (value, place) => {
    const [, sealed_by, body] = form.exec(value) ?? [];
    if (sealed_by === undefined || body === undefined) return undefined;
    const sealed = Buffer.from(body, 'base64url');
    // Decoding ignores surplus bits: without this check, several strings would open as one value.
    return sealed.toString('base64url') === body ? sealer.unseal({ sealed_by, sealed }, place) : undefined;
  },
});

/** Creates seals that last as long as the process, for a server without a store. */
export const createOwnSeals = (): Seals => {
  let made: Seals | undefined;
  const seals = (): Seals => (made ??= createSeals(createPassingSealer()));
  return {
    seal: (text, place) => seals().seal(text, place),
    unseal: (value, place) => seals().unseal(value, place),
  };
};
