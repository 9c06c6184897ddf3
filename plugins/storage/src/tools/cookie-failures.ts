import type { Failure } from '@recourse/contract';
import { unsupported } from '../failing.ts';

/** The address has no cookies. */
export const withoutCookies = (address: string): Failure =>
  unsupported('cookies', { url: address.slice(0, 200), reason: 'only http and https URLs have cookies' });
