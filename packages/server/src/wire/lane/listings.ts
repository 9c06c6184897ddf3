import type { ListedTool, Server } from '@recourse/engine';
import { listToolsFor } from '../../call/list-tools-for.ts';
import { resultText, serverInfoMeta } from '../../rpc/messages.ts';
import type { RequestId } from '../../rpc/frame.ts';

/** Answers `tools/list` as text, with the tools that the reader may call. */
export type Listings = (id: RequestId, modern: boolean, reader: Finding) => Promise<string>;

type Finding = ReturnType<Server['identify']>;

/** Creates the listings of one server. A list is long and rarely changes, so its text is kept as long as the list. */
export const createListings = (server: Server): Listings => {
  const written = new WeakMap<readonly ListedTool[], { readonly session: string; readonly modern: string }>();
  const write = (tools: readonly ListedTool[]) => {
    const stateless = { resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: serverInfoMeta(server) };
    const texts = { session: JSON.stringify({ tools }), modern: JSON.stringify({ tools, ...stateless }) };
    written.set(tools, texts);
    return texts;
  };
  return async (id, modern, reader) => {
    const tools = await listToolsFor(server, await reader);
    const texts = written.get(tools) ?? write(tools);
    return resultText(id, modern ? texts.modern : texts.session);
  };
};
