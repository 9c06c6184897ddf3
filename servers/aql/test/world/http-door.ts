import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { serveHttp } from '@recourse/server';
import { dialClient } from '@recourse/testkit';
import type { Linked } from '@recourse/testkit';
import { createSwappingServer } from '../../src/reload/swapping-server.ts';
import type { Wire } from './world.ts';

/** A door over HTTP that stays open while what is behind it changes, so that a table needs one. */
export interface HttpDoor {
  /** Puts another server behind the door. */
  put(server: Server): void;
  /** Calls a tool by the official client; `key` is whose. */
  call(tool: string, args: JsonObject, key?: string): ReturnType<Linked['callTool']>;
  /** The same, and only the envelope. */
  ask(tool: string, args: JsonObject, key?: string): Promise<Wire>;
  close(): Promise<void>;
}

/** Opens it. Every key has a client of its own, in the newer revision of the protocol. */
export const openHttpDoor = async (first: Server): Promise<HttpDoor> => {
  const { server, swap } = createSwappingServer(first);
  const serving = await serveHttp(server, { port: 0 });
  const clients = new Map<string, Promise<Linked>>();
  const clientOf = (key: string): Promise<Linked> => {
    const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
    const client = clients.get(key) ?? dialClient(serving.url, { headers, protocol: '2026-07-28' });
    clients.set(key, client);
    return client;
  };
  const call = async (tool: string, args: JsonObject, key = '') => (await clientOf(key)).callTool(tool, args);
  return {
    put: swap,
    call,
    ask: async (tool, args, key) => {
      const { structuredContent, isError = false } = await call(tool, args, key);
      const envelope = structuredContent as Wire;
      if (isError !== (envelope.success !== true)) throw new Error(`isError does not fit ${JSON.stringify(envelope)}`);
      return envelope;
    },
    close: async () => {
      for (const client of clients.values()) await (await client).close();
      await serving.close();
    },
  };
};
