import { isJsonObject } from '@recourse/contract';
import type { ToolClient } from './sdk-wire.ts';

type Request = (...args: readonly unknown[]) => Promise<unknown>;

/** Takes a result as it comes; what is read of it is checked where it is read. For the first generation. */
const asItComes = { parse: (value: unknown) => value, safeParse: (data: unknown) => ({ success: true, data }) };
const mostPages = 100;

/**
 * The list of tools, page by page, for the recovery's own use. It is not asked for by the client's `listTools`: after
 * that the client checks answers against the listed schemas, and a call would end otherwise because another failed.
 */
export const toolPages = async function* (client: ToolClient, options: object): AsyncGenerator {
  const { request, listTools } = client as { request?: Request; listTools?: Request };
  if (request === undefined) {
    yield await listTools?.call(client, undefined, options);
    return;
  }
  const rest = 'listen' in client ? [options] : [asItComes, options];
  let cursor: unknown;
  for (let page = 0; page < mostPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const listed: unknown = await request.call(client, { method: 'tools/list', params }, ...rest);
    yield listed;
    cursor = isJsonObject(listed) ? listed['nextCursor'] : undefined;
    if (typeof cursor !== 'string') return;
  }
};
