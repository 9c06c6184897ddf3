import type { ListedTool, Server } from '@recourse/engine';
import { resultText, serverInfoMeta } from '../../rpc/messages.ts';
import type { RequestId } from '../../rpc/frame.ts';

/** Answers `tools/list` as text. */
export type Listings = (id: RequestId, modern: boolean) => Promise<string>;

/** Creates the listings of one server. A list is long and rarely changes, so its text is kept until it does. */
export const createListings = (server: Server): Listings => {
  let listed: readonly ListedTool[] | undefined;
  let texts = { session: '', modern: '' };
  return async (id, modern) => {
    const tools = await server.listTools();
    if (tools !== listed) {
      listed = tools;
      const stateless = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: serverInfoMeta(server) };
      texts = { session: JSON.stringify({ tools }), modern: JSON.stringify({ tools, ...stateless }) };
    }
    return resultText(id, modern ? texts.modern : texts.session);
  };
};
