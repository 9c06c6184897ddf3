import type { JsonSchema } from '@recourse/contract';
import type { ListedTool, Server } from '@recourse/engine';
import type { ContractDescription } from '@recourse/engine/front-door';
import { confirmationTokenHeader, replayedHeader } from '../../../meta-keys.ts';
import { json, problemJson } from '../../http/answer.ts';
import { componentName, hoistSchema } from './hoist-schema.ts';

interface Described {
  readonly server: Pick<Server, 'name' | 'version' | 'instructions'>;
  readonly tools: readonly ListedTool[];
  readonly contract: ContractDescription;
}

/** Describes the REST paths of a server as an OpenAPI 3.1 document, for the tools that its reader may call. */
export const describeApi = ({ server, tools, contract }: Described): object => {
  const schemas: Record<string, JsonSchema> = {};
  const failure = hoistSchema(contract.failure, 'Failure', schemas);
  const statuses = new Map(contract.codes.map(({ code, http }) => [code, http ?? 500]));
  const paths = tools.map((tool) => [
    `/${server.name}/tools/${encodeURIComponent(tool.name)}`,
    { post: operationOf(tool, { contract, failure, statuses, schemas }) },
  ]);
  return {
    openapi: '3.1.1',
    info: {
      title: server.name,
      version: server.version,
      ...(server.instructions !== undefined && { description: server.instructions }),
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, {}],
    paths: Object.fromEntries(paths) as object,
    components: {
      schemas,
      parameters: headerParameters,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A key of this installation, or an access token.' },
      },
    },
  };
};

interface Parts {
  readonly contract: ContractDescription;
  readonly failure: JsonSchema;
  readonly statuses: ReadonlyMap<string, number>;
  readonly schemas: Record<string, JsonSchema>;
}

const operationOf = (tool: ListedTool, { contract, failure, statuses, schemas }: Parts): object => {
  const name = componentName(tool.name);
  const { codes = [], output } = contract.tools[tool.name] ?? {};
  const refused = { [json]: { schema: failure }, [problemJson]: { schema: problemSchema } };
  const byStatus = groupByStatus(codes, statuses);
  return {
    operationId: tool.name,
    ...(tool.title !== undefined && { summary: tool.title }),
    description: tool.description,
    parameters: Object.keys(headerParameters).map((key) => ({ $ref: `#/components/parameters/${key}` })),
    requestBody: {
      required: true,
      content: { [json]: { schema: hoistSchema(tool.inputSchema, `${name}.Input`, schemas) } },
    },
    responses: {
      200: {
        description: 'The call succeeded.',
        headers: {
          [replayedHeader]: {
            description: 'true if this is the stored outcome of an earlier call.',
            schema: { type: 'string' },
          },
        },
        content: {
          [json]: { schema: output ? hoistSchema(output, `${name}.Output`, schemas) : { type: 'object' } },
        },
      },
      ...Object.fromEntries(
        [...byStatus].map(([status, group]) => [status, { description: group.join(', '), content: refused }]),
      ),
      default: { description: 'Any other failure.', content: refused },
    },
  };
};

const groupByStatus = (
  codes: readonly string[],
  statuses: ReadonlyMap<string, number>,
): ReadonlyMap<number, readonly string[]> => {
  const groups = new Map<number, string[]>();
  for (const code of codes) {
    const status = statuses.get(code) ?? 500;
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
};

/** RFC 9457, with the members of the contract beside it. */
const problemSchema: JsonSchema = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
  },
  required: ['type', 'title', 'status'],
};

const headerParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Identifies the intent of the call: calls with the same key and arguments take effect only once.',
    schema: { type: 'string' },
  },
  ConfirmationToken: {
    name: confirmationTokenHeader,
    in: 'header',
    description: 'The token from a CONFIRMATION_REQUIRED failure, once the user has agreed.',
    schema: { type: 'string' },
  },
} as const;
