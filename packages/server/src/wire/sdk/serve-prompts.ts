import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type {
  GetPromptResult,
  InputRequiredResult,
  Server as McpServer,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Prompt, Server } from '@recourse/engine';
import type { McpServerOptions } from './create-mcp-server.ts';
import { renderPrompt } from './render-prompt.ts';

/** Serves the list of a server's prompts, and renders them. */
export const servePrompts = (mcp: McpServer, server: Server, options: McpServerOptions): void => {
  mcp.setRequestHandler('prompts/list', () => ({ prompts: server.prompts.map(listed) }));
  mcp.setRequestHandler(
    'prompts/get',
    async ({ params }, context: ServerContext): Promise<GetPromptResult | InputRequiredResult> => {
      const { prompts } = server;
      const prompt = prompts.find(({ name }) => name === params.name);
      if (!prompt) {
        throw invalid(`There is no prompt '${params.name}'; there are: ${prompts.map(({ name }) => name).join(', ')}`);
      }
      const given = params.arguments ?? {};
      const missing = (prompt.arguments ?? []).filter(({ name, required }) => required && given[name] === undefined);
      if (missing.length > 0) {
        throw invalid(`The prompt '${prompt.name}' needs: ${missing.map(({ name }) => name).join(', ')}`);
      }
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

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);
