import type { Dialect, JsonSchema, Registry } from '@recourse/contract';
import type { CodeListing } from '@recourse/contract/stability';
import { nobody } from '../call/call.ts';
import type { Principal } from '../call/call.ts';
import type { Tool } from '../tool/operation.ts';
import type { Resource } from './resource.ts';

/** The address of the resource that describes the contract of a server. */
export const contractUri = 'recourse://contract';

/**
 * The complete description of a server's answers; a list of tools contains only the names of codes and outlines of
 * outputs.
 */
export interface ContractDescription {
  readonly dialect: string;
  /** The form of every failure. */
  readonly failure: JsonSchema;
  readonly codes: CodeListing['codes'];
  /** By name: the codes that a tool declares, and the form of its successes. */
  readonly tools: Readonly<Record<string, { readonly codes: readonly string[]; readonly output?: JsonSchema }>>;
}

/** Describes the contract of a server. Codes may be added at run time, so nothing is kept. */
export const describeContract = async (
  tools: Iterable<Tool>,
  registry: Registry,
  dialect: Dialect,
): Promise<ContractDescription> => {
  const { listDefinitions } = await import('@recourse/contract/stability');
  const { codes } = await listDefinitions(registry.list());
  return {
    dialect: dialect.name,
    failure: dialect.schema.failure(),
    codes,
    tools: Object.fromEntries(
      [...tools].map(({ name, errors, output }) => [
        name,
        { codes: [...errors], ...(output && { output: dialect.schema.success(output) }) },
      ]),
    ),
  };
};

/** The description as a document that MCP clients can read: of the tools that the reader may call. */
export const contractResource = (describe: (reader: Principal) => Promise<ContractDescription>): Resource => ({
  uri: contractUri,
  name: 'contract',
  title: 'Codes and outputs',
  description: 'Full details of the codes that tools fail with, and the complete schemas of their outputs.',
  mimeType: 'application/json',
  read: async (reader = nobody) => JSON.stringify(await describe(reader)),
});
