import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { CompleteRequest, Server as McpServer } from '@modelcontextprotocol/server';
import type { Complete, Server } from '@recourse/engine';

const mostValues = 100;

type Params = CompleteRequest['params'];

/** Serves completions for arguments of prompts and variables of templates; an empty list where none are defined. */
export const serveCompletions = (mcp: McpServer, server: Server, onError?: (error: Error) => void): void => {
  mcp.setRequestHandler('completion/complete', async ({ params }) => {
    const { name, value } = params.argument;
    const complete = completerOf(server, params);
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
      const message = `No values can be suggested for '${name}'`;
      onError?.(new Error(message, { cause }));
      throw new ProtocolError(ProtocolErrorCode.InternalError, message);
    }
  });
};

const completerOf = ({ prompts, resourceTemplates }: Server, { ref, argument }: Params): Complete | undefined => {
  if (ref.type === 'ref/prompt') {
    const prompt = prompts.find(({ name }) => name === ref.name);
    if (!prompt) throw unknownRef(`There is no prompt '${ref.name}'`);
    return prompt.arguments?.find(({ name }) => name === argument.name)?.complete;
  }
  const template = resourceTemplates.find(({ uriTemplate }) => uriTemplate === ref.uri);
  if (!template) throw unknownRef(`There is no resource template '${ref.uri}'`);
  const { complete = {} } = template;
  return Object.hasOwn(complete, argument.name) ? complete[argument.name] : undefined;
};

const unknownRef = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
