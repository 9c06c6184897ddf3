import type { Server as McpServer } from '@modelcontextprotocol/server';
import type { Contents, Server } from '@recourse/engine';
import { fromUnknown } from '@recourse/contract';
import { rpcErrors } from '../../rpc/protocol.ts';
import { resourcesFor } from './find-reader.ts';
import type { FindReader } from './find-reader.ts';
import { findResource, missingResource } from './find-resource.ts';
import type { FoundResource } from './find-resource.ts';
import { RefusedError } from './refused-error.ts';

type OnError = (error: Error) => void;

/** Serves the resources that the reader may learn of, and the templates: lists and contents. */
export const serveResources = (mcp: McpServer, server: Server, findReader: FindReader, onError?: OnError): void => {
  mcp.setRequestHandler('resources/list', async () => ({
    resources: resourcesFor(server, await findReader()).map((resource) => ({
      ...resource,
      owner: undefined,
      read: undefined,
    })),
  }));
  mcp.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: server.resourceTemplates.map((template) => ({
      ...template,
      complete: undefined,
      read: undefined,
    })),
  }));
  mcp.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const reader = await findReader();
    const found = findResource(server, uri, reader);
    const contents = found && (await readContents(uri, found, onError));
    if (contents === undefined) throw missingResource(server, uri, reader);
    const { mimeType } = found ?? {};
    return { contents: [{ uri, ...(mimeType !== undefined && { mimeType }), ...textOrBlob(contents) }] };
  });
};

const textOrBlob = (contents: Contents): { text: string } | { blob: string } =>
  typeof contents === 'string'
    ? { text: contents }
    : { blob: Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength).toString('base64') };

/** Reads the contents. The cause of an error goes to the operator, not to the wire. */
const readContents = async (uri: string, found: FoundResource, onError?: OnError): Promise<Contents | undefined> => {
  try {
    return await found.read();
  } catch (cause) {
    const message = `The resource '${uri.slice(0, 200)}' cannot be read`;
    onError?.(new Error(message, { cause }));
    throw new RefusedError(fromUnknown(cause, { message, effect: 'none' }), rpcErrors.internal);
  }
};
