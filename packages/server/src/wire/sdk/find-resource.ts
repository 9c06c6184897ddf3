import { UriTemplate } from '@modelcontextprotocol/server';
import { fail, findSimilar } from '@recourse/contract';
import type { Contents, Principal, ResourceTemplate, Server } from '@recourse/engine';
import { rpcErrors } from '../../rpc/protocol.ts';
import { resourcesFor } from './find-reader.ts';
import { RefusedError } from './refused-error.ts';

/** A resource that can be read. */
export interface FoundResource {
  readonly mimeType?: string;
  read(): Promise<Contents | undefined> | Contents | undefined;
}

const longestUri = 8192;

/** Finds the resource at an address, else the first template that matches it. */
export const findResource = (server: Server, uri: string, reader: Principal | undefined): FoundResource | undefined => {
  if (uri.length > longestUri) return undefined;
  const resource = resourcesFor(server, reader).find((candidate) => candidate.uri === uri);
  if (resource) {
    const { mimeType } = resource;
    return { ...(mimeType !== undefined && { mimeType }), read: () => resource.read(reader) };
  }
  for (const template of server.resourceTemplates) {
    const variables = variablesIn(template, uri);
    if (!variables) continue;
    const { mimeType } = template;
    return { ...(mimeType !== undefined && { mimeType }), read: () => template.read(variables, uri, reader) };
  }
  return undefined;
};

const longestShown = 200;

/** Refuses an address without a resource, with the nearest addresses. MCP wants the address in the data of the error. */
export const missingResource = (server: Server, uri: string, reader: Principal | undefined): RefusedError => {
  const shown = uri.slice(0, longestShown);
  const resources = resourcesFor(server, reader).map((one) => one.uri);
  const known = [...resources, ...server.resourceTemplates.map((one) => one.uriTemplate)];
  const similar = findSimilar(shown, known, { role: 'resource' });
  const details = { resource_type: 'resource', resource_id: shown };
  const failure = fail('NOT_FOUND_RESOURCE', details, { ...(similar.length > 0 && { similar }) });
  return new RefusedError(failure, rpcErrors.params, { uri: shown });
};

const parsed = new WeakMap<ResourceTemplate, UriTemplate>();

const variablesIn = (template: ResourceTemplate, uri: string): Readonly<Record<string, string>> | undefined => {
  const pattern = parsed.get(template) ?? new UriTemplate(template.uriTemplate);
  parsed.set(template, pattern);
  const found = pattern.match(uri);
  if (!found) return undefined;
  try {
    return Object.fromEntries(
      Object.entries(found).map(([name, value]) => [name, decodeURIComponent([value].flat().join(','))]),
    );
  } catch {
    // Invalid percent-encoding: none of our templates produced this address.
    return undefined;
  }
};
