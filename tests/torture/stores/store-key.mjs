/** The installation's key. Servers that share a store share it. */
export const storeKey = 'ab'.repeat(32);
