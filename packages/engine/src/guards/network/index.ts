export { parseAddressRange } from './address-range.ts';
export type { AddressRange } from './address-range.ts';
export { UnsafeAddressError, checkedLookup } from './checked-lookup.ts';
export { isPublicAddress } from './public-address.ts';
