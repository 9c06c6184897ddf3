import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { openSession } from './session.mjs';

/**
 * The tokens of a server's list of tools, as clients show it to a model, and of the answer to a launch.
 *
 * @param {any} driver
 * @param {Awaited<ReturnType<typeof import('./place.mjs').openPlace>>} place
 */
export const countListing = async (driver, place) => {
  const session = await openSession(driver, place);
  const launch = session.cut().tokens;
  const tools = await session.server.listTools();
  await session.close();
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return { tools: tools.length, tokens: countTokens(JSON.stringify(shown)), launch };
};
