import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Server as McpServer } from '@modelcontextprotocol/server';
import type { Resource } from '@recourse/engine';

type OnError = (error: Error) => void;

/** Lists a server's resources, and reads them. */
export const serveResources = (mcp: McpServer, resources: readonly Resource[], onError?: OnError): void => {
  const byUri = new Map(resources.map((resource) => [resource.uri, resource]));
  mcp.setRequestHandler('resources/list', () => ({
    resources: resources.map((resource) => ({ ...resource, read: undefined })),
  }));
  mcp.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  mcp.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const resource = byUri.get(uri);
    if (!resource) throw new ResourceNotFoundError(uri);
    const { mimeType } = resource;
    return {
      contents: [{ uri, ...(mimeType !== undefined && { mimeType }), text: await readText(resource, onError) }],
    };
  });
};

/** What was thrown is for the operator, and nobody's business on the wire. */
const readText = async (resource: Resource, onError?: OnError): Promise<string> => {
  try {
    return await resource.read();
  } catch (cause) {
    const message = `The resource '${resource.uri}' cannot be read`;
    onError?.(new Error(message, { cause }));
    throw new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
};
