import type { CompleteRequest, Server as McpServer } from '@modelcontextprotocol/server';
import { fromUnknown, isFailure } from '@recourse/contract';
import type { Complete, Principal, Server } from '@recourse/engine';
import { rpcErrors } from '../../rpc/protocol.ts';
import { findPrompt } from './find-prompt.ts';
import type { FindReader } from './find-reader.ts';
import { missingResource } from './find-resource.ts';
import { RefusedError } from './refused-error.ts';

const mostValues = 100;

type Params = CompleteRequest['params'];

/** Serves completions for arguments of prompts and variables of templates; an empty list where none are defined. */
export const serveCompletions = (
  mcp: McpServer,
  server: Server,
  findReader: FindReader,
  onError?: (error: Error) => void,
): void => {
  mcp.setRequestHandler('completion/complete', async ({ params }) => {
    const { name, value } = params.argument;
    const complete = completerOf(server, params, await findReader());
    try {
      const values = complete ? await complete(value, params.context?.arguments ?? {}) : [];
      return {
        completion: {
          values: values.slice(0, mostValues),
          total: values.length,
          hasMore: values.length > mostValues,
        },
      };
    } catch (cause) {
      const message = `No values can be suggested for '${name.slice(0, 64)}'`;
      onError?.(new Error(message, { cause }));
      throw new RefusedError(fromUnknown(cause, { message, effect: 'none' }), rpcErrors.internal);
    }
  });
};

const completerOf = (
  server: Server,
  { ref, argument }: Params,
  reader: Principal | undefined,
): Complete | undefined => {
  if (ref.type === 'ref/prompt') {
    const prompt = findPrompt(server, ref.name);
    if (isFailure(prompt)) throw new RefusedError(prompt);
    return prompt.arguments?.find(({ name }) => name === argument.name)?.complete;
  }
  const template = server.resourceTemplates.find(({ uriTemplate }) => uriTemplate === ref.uri);
  if (!template) throw missingResource(server, ref.uri, reader);
  const { complete = {} } = template;
  return Object.hasOwn(complete, argument.name) ? complete[argument.name] : undefined;
};
