import type { ListedTool, Principal, Server } from '@recourse/engine';

const none: readonly ListedTool[] = Object.freeze([]);

/** The tools that a caller may call. A caller that is not known gets none; without a reader a server lists them all. */
export const listToolsFor = async (server: Server, reader: Principal | undefined): Promise<readonly ListedTool[]> =>
  reader ? server.listTools(reader) : none;
