import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Server as McpServer } from '@modelcontextprotocol/server';
import type { Prompt } from '@recourse/engine';

type OnError = (error: Error) => void;

/** Lists a server's prompts, and fills them in. */
export const servePrompts = (mcp: McpServer, prompts: readonly Prompt[], onError?: OnError): void => {
  const byName = new Map(prompts.map((prompt) => [prompt.name, prompt]));
  mcp.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map((prompt) => ({
      ...prompt,
      render: undefined,
      arguments: prompt.arguments?.map((argument) => Object.assign({}, argument)),
    })),
  }));
  mcp.setRequestHandler('prompts/get', async ({ params }) => {
    const prompt = byName.get(params.name);
    if (!prompt) throw invalid(`There is no prompt '${params.name}'; there are: ${[...byName.keys()].join(', ')}`);
    const given = params.arguments ?? {};
    const missing = (prompt.arguments ?? []).filter(({ name, required }) => required && given[name] === undefined);
    if (missing.length > 0) {
      throw invalid(`The prompt '${prompt.name}' needs: ${missing.map(({ name }) => name).join(', ')}`);
    }
    return { messages: [{ role: 'user', content: { type: 'text', text: await renderText(prompt, given, onError) } }] };
  });
};

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

/** What was thrown is for the operator, and nobody's business on the wire. */
const renderText = async (
  prompt: Prompt,
  given: Readonly<Record<string, string>>,
  onError?: OnError,
): Promise<string> => {
  try {
    return await prompt.render(given);
  } catch (cause) {
    const message = `The prompt '${prompt.name}' cannot be filled in`;
    onError?.(new Error(message, { cause }));
    throw new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
};
