import type { Server as McpServer } from '@modelcontextprotocol/server';
import type { Contents, Server } from '@recourse/engine';
import { fromUnknown } from '@recourse/contract';
import { rpcErrors } from '../../rpc/protocol.ts';
import { findResource, missingResource } from './find-resource.ts';
import type { FoundResource } from './find-resource.ts';
import { RefusedError } from './refused-error.ts';

type OnError = (error: Error) => void;

/** Serves a server's resources and their templates: lists and contents. */
export const serveResources = (mcp: McpServer, server: Server, onError?: OnError): void => {
  mcp.setRequestHandler('resources/list', () => ({
    resources: server.resources.map((resource) => ({ ...resource, read: undefined })),
  }));
  mcp.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: server.resourceTemplates.map((template) => ({
      ...template,
      complete: undefined,
      read: undefined,
    })),
  }));
  mcp.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = findResource(server, uri);
    const contents = found && (await readContents(uri, found, onError));
    if (contents === undefined) throw missingResource(server, uri);
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
