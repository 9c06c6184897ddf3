import { ProtocolError } from '@modelcontextprotocol/server';
import type {
  GetPromptResult,
  InputRequiredResult,
  Server as McpServer,
  ServerContext,
} from '@modelcontextprotocol/server';
import { fromUnknown, isFailure } from '@recourse/contract';
import { isInstance } from '@recourse/contract/thrown';
import { textBlock } from '@recourse/engine';
import { NoClientInputError, createHandlerClient } from '@recourse/engine/client';
import type { Prompt, PromptMessage, Server } from '@recourse/engine';
import type { ClientPort } from '@recourse/engine/client';
import { askByResult, undeclaredError } from '../../asking/ask-by-result.ts';
import { logTo } from '../../asking/log-to.ts';
import { capabilitiesOf, createRequestClient } from '../../asking/request-client.ts';
import { mintState, readState } from '../../asking/request-state.ts';
import type { StateOwner } from '../../asking/request-state.ts';
import { createSessionClient } from '../../asking/session-client.ts';
import { rpcErrors } from '../../rpc/protocol.ts';
import type { McpServerOptions } from './create-mcp-server.ts';
import { RefusedError } from './refused-error.ts';

interface Rendering {
  readonly server: Server;
  readonly prompt: Prompt;
  readonly given: Readonly<Record<string, string>>;
  readonly mcp: McpServer;
  readonly context: ServerContext;
  readonly options: McpServerOptions;
}

/** Renders a prompt. Questions of the prompt reach the client in the way of the era. */
export const renderPrompt = async (rendering: Rendering): Promise<GetPromptResult | InputRequiredResult> => {
  const { server, prompt, given, mcp, context, options } = rendering;
  if (options.era === 'legacy') {
    return messagesOf(rendering, createSessionClient(context, mcp.getClientCapabilities())).catch(refuse);
  }
  const owner: StateOwner = { caller: options.caller, method: 'prompts/get', name: prompt.name, arguments: given };
  const state = readState(server, context.mcpReq.requestState(), owner);
  if (isFailure(state)) {
    server.recordRefusal({ failure: state, caller: options.caller, request_id: context.mcpReq.id });
    throw new RefusedError(state);
  }
  const source = {
    capabilities: capabilitiesOf(context),
    responses: context.mcpReq.inputResponses,
    log: logTo(context),
  };
  const client = createRequestClient(source, state?.answers);
  try {
    return await messagesOf(rendering, client);
  } catch (thrown) {
    if (client.later) {
      return askByResult(client.later.questions, mintState(server, owner, { answers: client.later.answered }));
    }
    const error = isInstance(thrown, NoClientInputError) ? undeclaredError(thrown.failure, client) : undefined;
    if (error) throw new ProtocolError(error.code, error.message, error.data);
    return refuse(thrown);
  }
};

const messagesOf = async (
  { prompt, given, context, options }: Rendering,
  port: ClientPort,
): Promise<GetPromptResult> => {
  const client = createHandlerClient({
    name: prompt.name,
    uses: new Set(prompt.client),
    port,
    signal: () => context.mcpReq.signal,
    conceal: (data) => data,
  });
  try {
    const rendered = await prompt.render(given, { client });
    const messages: readonly PromptMessage[] =
      typeof rendered === 'string' ? [{ role: 'user', content: textBlock(rendered) }] : rendered;
    const { description } = prompt;
    return { ...(description !== undefined && { description }), messages: [...messages] };
  } catch (cause) {
    if (isInstance(cause, NoClientInputError)) throw cause;
    // The cause goes to the operator, not to the wire.
    const message = `The prompt '${prompt.name}' cannot be rendered`;
    options.onError?.(new Error(message, { cause }));
    throw new RefusedError(fromUnknown(cause, { message, effect: 'none' }), rpcErrors.internal);
  }
};

/** Throws the failure as an error: a prompt has no result for failures. */
const refuse = (thrown: unknown): never => {
  if (!isInstance(thrown, NoClientInputError)) throw thrown;
  throw new RefusedError(thrown.failure);
};
