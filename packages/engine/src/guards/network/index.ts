export { UnsafeAddressError, checkedLookup } from './checked-lookup.ts';
export { isPublicAddress } from './public-address.ts';
