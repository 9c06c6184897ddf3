import { UriTemplate } from '@modelcontextprotocol/server';
import type { Contents, ResourceTemplate, Server } from '@recourse/engine';

/** Something that can be read at an address. */
export interface FoundResource {
  readonly mimeType?: string;
  read(): Promise<Contents | undefined> | Contents | undefined;
}

const longestUri = 8192;

/** What stands at an address: a resource, or the first template that the address fits. */
export const findResource = (server: Server, uri: string): FoundResource | undefined => {
  if (uri.length > longestUri) return undefined;
  const resource = server.resources.find((candidate) => candidate.uri === uri);
  if (resource) return resource;
  for (const template of server.resourceTemplates) {
    const variables = variablesIn(template, uri);
    if (!variables) continue;
    const { mimeType } = template;
    return { ...(mimeType !== undefined && { mimeType }), read: () => template.read(variables, uri) };
  }
  return undefined;
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
    // Percent signs that stand for nothing: no template of ours made this address.
    return undefined;
  }
};
