import type { Failure, JsonObject, Outcome } from '@recourse/contract';
import type { Caller, CallRequest, Cancellation, ListedTool, Server } from '@recourse/engine';
import { canAsk } from '../confirmation/form.ts';
import { questionOf, refuse } from '../confirmation/question.ts';
import { settleByDialogue } from '../confirmation/settle-by-dialogue.ts';
import type { Elicit } from '../confirmation/settle-by-dialogue.ts';
import { inLanguageOf } from '../in-language-of.ts';
import { callMeta } from './call-meta.ts';
import type { RequestFrame } from './frame.ts';
import { resultText } from './messages.ts';
import { protocolMeta } from './protocol.ts';

/** How a caller that is no MCP client learns of a failure, in the `jsonrpc` dialect. */
export type ErrorForm = 'auto' | 'jsonrpc' | 'result';

/** A tool call that takes the lane. */
export interface LaneCall {
  readonly frame: RequestFrame;
  readonly meta: JsonObject;
  readonly modern: boolean;
  readonly caller: Caller;
  /** False for a caller that gives no sign of speaking MCP. */
  readonly mcpClient: boolean;
  /** The languages that the request asks for, where its transport can say so. */
  readonly acceptLanguage?: string | undefined;
  /** Shows the client of a session a dialogue; absent where there is no way to. */
  readonly elicit?: Elicit;
}

/** The short way of tool calls and listings: from the wire straight to the pipeline, and back as text. */
export interface Lane {
  call(call: LaneCall, signal: Cancellation): Promise<string>;
  /** Answers a call that the door does not let in. */
  refuse(call: LaneCall, failure: Failure): Promise<string>;
  list(frame: RequestFrame, modern: boolean): Promise<string>;
}

export const createLane = (server: Server, errors: ErrorForm = 'auto'): Lane => {
  const serverInfo = { [protocolMeta.serverInfo]: { name: server.name, version: server.version } };
  const listings = createListings(serverInfo);
  const additions = { members: '"resultType":"complete"', meta: JSON.stringify(serverInfo).slice(1, -1) };

  const answer = async (given: Outcome, call: LaneCall, request: CallRequest, startedAt: number): Promise<string> => {
    const outcome = given.ok ? given : await inLanguageOf(request, given, server);
    if (!outcome.ok && !call.modern && (errors === 'jsonrpc' || (errors === 'auto' && !call.mcpClient))) {
      const dialect = await server.dialect();
      if (dialect.name === 'jsonrpc') {
        return JSON.stringify(dialect.render(outcome, server.facts(outcome, request, startedAt)));
      }
    }
    return rendered(outcome, call, request, startedAt);
  };

  const rendered = (
    outcome: Outcome,
    call: LaneCall,
    request: CallRequest,
    startedAt: number,
  ): Promise<string> | string => {
    const text = server.renderText(outcome, request, startedAt, call.modern ? additions : undefined);
    const { id } = call.frame;
    return typeof text === 'string' ? resultText(id, text) : text.then((loaded) => resultText(id, loaded));
  };

  return {
    call: async (call, signal) => {
      const startedAt = server.now();
      const request = toCallRequest(call, signal);
      const outcome = await server.call(request);
      if (outcome.ok) return rendered(outcome, call, request, startedAt);
      const question = questionOf(outcome, request);
      if (!question) return answer(outcome, call, request, startedAt);
      if (!call.modern) {
        const settled = call.elicit ? await settleByDialogue(server, request, question, call.elicit) : outcome;
        return answer(settled, call, request, startedAt);
      }
      if (!canAsk(call.meta[protocolMeta.clientCapabilities] as Parameters<typeof canAsk>[0])) {
        return answer(outcome, call, request, startedAt);
      }
      const { inputFor } = await import('../confirmation/call-with-input.ts');
      return resultText(call.frame.id, JSON.stringify({ ...(await inputFor(request, question)), _meta: serverInfo }));
    },
    refuse: async (call, failure) => {
      const request = toCallRequest(call);
      refuse(server, request, failure);
      return answer(failure, call, request, server.now());
    },
    list: async (frame, modern) => resultText(frame.id, listings(await server.listTools(), modern)),
  };
};

const toCallRequest = ({ frame, meta, caller, acceptLanguage }: LaneCall, signal?: Cancellation): CallRequest => {
  const tool = frame.params?.['name'];
  const given = frame.params?.['arguments'];
  const said = callMeta(meta, acceptLanguage);
  // Written out twice: this runs for every call, and putting objects together is dear.
  return signal
    ? { tool, arguments: given, meta: said, caller, request_id: frame.id, signal }
    : { tool, arguments: given, meta: said, caller, request_id: frame.id };
};

/** The listing is long and seldom changes: its text is kept for as long as it is the same list. */
const createListings = (serverInfo: JsonObject) => {
  let listed: readonly ListedTool[] | undefined;
  let texts: { readonly session: string; readonly modern: string } | undefined;
  return (tools: readonly ListedTool[], modern: boolean): string => {
    if (!texts || tools !== listed) {
      listed = tools;
      texts = {
        session: JSON.stringify({ tools }),
        modern: JSON.stringify({ tools, resultType: 'complete', ttlMs: 0, cacheScope: 'private', _meta: serverInfo }),
      };
    }
    return modern ? texts.modern : texts.session;
  };
};
