import type { InputRequiredResult } from '@modelcontextprotocol/server';
import type { CallFacts, Dialect } from '@recourse/contract';
import type { ToolResult } from '@recourse/contract/mcp';
import type { Server } from '@recourse/engine';
import type { RequestId } from '../rpc/frame.ts';
import { errorText, resultText, serverInfoMeta } from '../rpc/messages.ts';
import type { Ended, Outgoing } from './outgoing.ts';

/** How failures reach a caller that is not an MCP client, in the `jsonrpc` dialect. */
export type ErrorForm = 'auto' | 'jsonrpc' | 'result';

/** The origin of a message: a stateless request, a session, or a caller that shows no sign of speaking MCP. */
export type MessageForm = 'modern' | 'session' | 'plain';

/** Renders the end of a call as a JSON-RPC message; at once if the server's dialect is loaded. */
export type RenderText = (id: RequestId, outgoing: Outgoing, form: MessageForm) => Promise<string> | string;

/** Creates the renderer of one server's JSON-RPC messages. */
export const createRenderText = (server: Server, errors: ErrorForm = 'auto'): RenderText => {
  const serverInfo = serverInfoMeta(server);
  const additions = { members: '"resultType":"complete"', meta: JSON.stringify(serverInfo).slice(1, -1) };

  const renderOutcome = (id: RequestId, { outcome, request, startedAt }: Ended, form: MessageForm) => {
    const text = server.renderText(outcome, request, startedAt, form === 'modern' ? additions : undefined);
    return typeof text === 'string' ? resultText(id, text) : text.then((loaded) => resultText(id, loaded));
  };

  const renderError = async (id: RequestId, ended: Ended, form: MessageForm): Promise<string> => {
    const dialect = await server.dialect();
    if (dialect.name !== 'jsonrpc') return renderOutcome(id, ended, form);
    const { outcome, request, startedAt } = ended;
    return JSON.stringify(dialect.render(outcome, server.facts(outcome, request, startedAt)));
  };

  return (id, outgoing, form) => {
    if (outgoing.kind === 'input') return resultText(id, JSON.stringify({ ...outgoing.result, _meta: serverInfo }));
    if (outgoing.kind === 'error') return errorText(id, outgoing.error);
    const asError = form !== 'modern' && (errors === 'jsonrpc' || (errors === 'auto' && form === 'plain'));
    return asError && !outgoing.outcome.ok ? renderError(id, outgoing, form) : renderOutcome(id, outgoing, form);
  };
};

/** Renders the end of a call as the result that the SDK sends. */
export const renderResult = async (
  server: Server,
  outgoing: Exclude<Outgoing, { kind: 'error' }>,
): Promise<ToolResult | InputRequiredResult> =>
  outgoing.kind === 'input' ? outgoing.result : server.render(outgoing.outcome, outgoing.request, outgoing.startedAt);

/** Renders an outcome as the body of a REST response, in a dialect. */
export const renderBody = (
  server: Server,
  { outcome, request, startedAt }: Ended,
  dialect: Dialect,
): { readonly text: string; readonly facts: CallFacts } => {
  const facts = server.facts(outcome, request, startedAt);
  return { text: JSON.stringify(dialect.body(outcome, facts)), facts };
};
