import { expectAnySuccess, expectFailure } from './expect.mjs';

/** A little more than the stores in memory keep of each. */
const most = 10_500;
const atOnce = 64;

/**
 * Fills the stores up to their bounds with tokens and stored outcomes. From then on the server keeps as much as it
 * ever does, and memory that still grows is a leak.
 *
 * @param {import('./clients.mjs').Client} client
 */
export const fillStores = async (client) => {
  let number = 0;
  const fill = async () => {
    while (number < most) {
      number += 1;
      const key = { 'dev.recourse/idempotency_key': `fill-${number}` };
      expectAnySuccess(await client.call('book', { seat: `seat ${number}` }, key));
      expectFailure(await client.call('remove', { item: `item ${number}` }), 'CONFIRMATION_REQUIRED');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, fill));
};
