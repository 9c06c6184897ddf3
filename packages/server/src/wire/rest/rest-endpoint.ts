import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { fail, findSimilar } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { problem } from '@recourse/contract/dialects/problem';
import type { Principal } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import { answerCall } from '../../call/answer-call.ts';
import type { CallPath } from '../../call/answer-call.ts';
import { callMeta, metaHeaders } from '../../call/call-meta.ts';
import { Cancelling } from '../../call/cancelling.ts';
import { listToolsFor } from '../../call/list-tools-for.ts';
import type { Outgoing } from '../../call/outgoing.ts';
import { renderBody } from '../../call/render.ts';
import { replayedHeader } from '../../meta-keys.ts';
import { decode } from '../../rpc/refusals.ts';
import { answer, answerFailure, json, problemJson, retryHeader, wantsProblem } from '../http/answer.ts';
import { answerPrivately } from '../http/answer-privately.ts';
import { languageHeaders } from '../http/languages.ts';

/** `/<server>/tools`: the same tools over plain HTTP. The status is that of the code. */
export class RestEndpoint {
  readonly #path: CallPath;

  constructor(path: CallPath) {
    this.#path = path;
  }

  async list(request: IncomingMessage, response: ServerResponse, { principal }: Caller): Promise<void> {
    const { server } = this.#path;
    const tools = await listToolsFor(server, principal);
    // HTTP has no handshake: the list says what the server announces to MCP clients.
    answerPrivately(request, response, JSON.stringify({ tools, _meta: server.extensions }));
  }

  /** `/<server>/openapi.json`: the same list as an OpenAPI document. */
  async describe(request: IncomingMessage, response: ServerResponse, { principal }: Caller): Promise<void> {
    const { server } = this.#path;
    const { describeApi } = await import('./openapi/describe-api.ts');
    const [tools, contract] = await Promise.all([listToolsFor(server, principal), server.describeContract(principal)]);
    answerPrivately(request, response, JSON.stringify(describeApi({ server, tools, contract })));
  }

  async show(request: IncomingMessage, response: ServerResponse, tool: string, caller: Caller): Promise<void> {
    const { server } = this.#path;
    const { principal } = caller;
    const tools = await listToolsFor(server, principal);
    const found = tools.find(({ name }) => name === tool);
    if (found && principal) {
      const inFull = { ...found, ...(await this.#inFull(tool, principal)) };
      return answerPrivately(request, response, JSON.stringify(inFull));
    }
    const names = tools.map(({ name }) => name);
    const similar = findSimilar(tool, names, { role: 'tool' });
    const details = { resource_type: 'tool', resource_id: tool.slice(0, 64) };
    const failure = fail('NOT_FOUND_RESOURCE', details, { ...(similar.length > 0 && { similar }) });
    server.recordRefusal({ failure, caller, tool });
    answerFailure(response, failure, { accept: request.headers.accept });
  }

  /** The parts of a tool that the list leaves out: its output in full, and the facts about its codes. */
  async #inFull(tool: string, reader: Principal): Promise<object> {
    const { tools, codes, failure } = await this.#path.server.describeContract(reader);
    const { codes: declared = [], output } = tools[tool] ?? {};
    return {
      ...(output && { outputSchema: { type: 'object', anyOf: [output, failure] } }),
      codes: codes.filter(({ code }) => declared.includes(code)),
    };
  }

  async call(
    request: IncomingMessage,
    response: ServerResponse,
    { tool, caller, bytes }: { readonly tool: string; readonly caller: Caller; readonly bytes: Buffer },
  ): Promise<void> {
    const { headers } = request;
    const meta = callMeta(headers, metaHeaders, headers['accept-language']);
    const place = new Cancelling();
    const gone = (): void => place.cancel();
    response.on('close', gone);
    try {
      const outgoing = await answerCall(this.#path, { tool, ...argumentsIn(bytes), meta, caller }, place);
      await this.#respond(response, headers.accept, outgoing);
    } finally {
      response.off('close', gone);
    }
  }

  async #respond(response: ServerResponse, accept: string | undefined, outgoing: Outgoing): Promise<void> {
    if (outgoing.kind !== 'outcome') throw new Error('A REST call cannot ask its client for input');
    const { outcome } = outgoing;
    const { server } = this.#path;
    const asProblem = !outcome.ok && wantsProblem(accept);
    const { text, facts } = renderBody(server, outgoing, asProblem ? problem : await server.dialect());
    const headers: OutgoingHttpHeaders = {
      'content-type': asProblem ? problemJson : json,
      ...(outcome.ok ? {} : retryHeader(outcome)),
      // Not every dialect has a field for it, and a stored outcome is the same each time.
      ...(facts.replayed && { [replayedHeader]: 'true' }),
      ...languageHeaders(response, outcome),
    };
    answer(response, outcome.ok ? 200 : (outcome.http ?? 500), text, headers);
  }
}

/** Reads the arguments from the body; an empty body has none. */
const argumentsIn = (bytes: Buffer): { readonly arguments: unknown; readonly unreadable?: Failure } => {
  if (bytes.length === 0) return { arguments: {} };
  const text = decode(bytes);
  if (typeof text !== 'string') return { arguments: {}, unreadable: text.failure };
  try {
    return { arguments: JSON.parse(text) as unknown };
  } catch {
    const details = { reason: 'the body is not JSON', expected: 'the arguments of the tool as one JSON object' };
    return { arguments: {}, unreadable: fail('VALIDATION_MALFORMED_REQUEST', details) };
  }
};
