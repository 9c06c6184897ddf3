import type { Server } from '@recourse/engine';
import { connectInProcess } from '@recourse/server';
import { connectClient } from './connect-client.ts';
import type { Linked, LinkOptions } from './connect-client.ts';

/** Links the official client to a server. Everything goes over the protocol; only the pipe between them is missing. */
export const linkClient = async (server: Server, options: LinkOptions = {}): Promise<Linked> => {
  const line = await connectInProcess(server);
  const linked = await connectClient(line.transport, options);
  return {
    ...linked,
    close: async () => {
      await linked.close();
      await line.close();
    },
  };
};
