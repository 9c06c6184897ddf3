import type {
  GetPromptResult,
  InputRequiredResult,
  Server as McpServer,
  ServerContext,
} from '@modelcontextprotocol/server';
import { isFailure } from '@recourse/contract';
import type { Prompt, Server } from '@recourse/engine';
import type { McpServerOptions } from './create-mcp-server.ts';
import { findPrompt, refuseMissingArguments } from './find-prompt.ts';
import { RefusedError } from './refused-error.ts';
import { renderPrompt } from './render-prompt.ts';

/** Serves the list of a server's prompts, and renders them. */
export const servePrompts = (mcp: McpServer, server: Server, options: McpServerOptions): void => {
  mcp.setRequestHandler('prompts/list', () => ({ prompts: server.prompts.map(listed) }));
  mcp.setRequestHandler(
    'prompts/get',
    async ({ params }, context: ServerContext): Promise<GetPromptResult | InputRequiredResult> => {
      const prompt = findPrompt(server, params.name);
      if (isFailure(prompt)) throw new RefusedError(prompt);
      const given = params.arguments ?? {};
      const missing = refuseMissingArguments(prompt, given);
      if (missing) throw new RefusedError(missing);
      return renderPrompt({ server, prompt, given, mcp, context, options });
    },
  );
};

const listed = ({ name, title, description, arguments: args }: Prompt) => ({
  name,
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(args && { arguments: args.map((argument) => ({ ...argument, complete: undefined })) }),
});
