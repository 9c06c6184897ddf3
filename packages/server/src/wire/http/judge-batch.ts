import type { IncomingHttpHeaders } from 'node:http';
import { fail } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import { isModern } from '../../edge/envelope.ts';
import { IdsInFlight, duplicateId } from '../../edge/ids-in-flight.ts';
import type { Refusal } from '../../edge/refusal.ts';
import { refuseMethod } from '../../edge/refuse-request.ts';
import { frameOf, messageOf } from '../../rpc/frame.ts';
import type { EchoedId, RequestFrame } from '../../rpc/frame.ts';
import { rpcErrors, sessionVersions } from '../../rpc/protocol.ts';

/** The refusal of one message, with its id. */
export type Answered = Refusal & { readonly id: EchoedId };

/** A batch, divided into what the door answers itself and what is left for the SDK. */
export interface JudgedBatch {
  readonly refused: readonly Answered[];
  readonly accepted: readonly JsonObject[];
}

const mostMessages = 100;

/** Refuses a batch as a whole. */
export const refuseBatch = (messages: readonly unknown[], headers: IncomingHttpHeaders): Refusal | undefined => {
  const version = headers['mcp-protocol-version'];
  if (messages.length === 0) return refused(malformed('the batch is empty', 'one JSON object per message'));
  if (messages.length > mostMessages) {
    return refused(malformed(`the batch has ${messages.length} messages`, `at most ${mostMessages} messages`));
  }
  return version === undefined || sessionVersions.some((known) => known === version)
    ? undefined
    : refused(
        malformed(`MCP ${String(version).slice(0, 64)} does not support batches`, 'each message in its own request'),
      );
};

/** Refuses the messages of a batch that cannot be served, each by itself. */
export const judgeBatch = (server: Server, messages: readonly unknown[], lasting: boolean): JudgedBatch => {
  const ids = new IdsInFlight();
  const all: Answered[] = [];
  const accepted: JsonObject[] = [];
  for (const frame of messages.map(frameOf)) {
    if (frame.kind === 'batch') all.push({ id: null, ...refused(malformed('a batch inside a batch')) });
    else if (frame.kind === 'malformed') {
      if (!frame.unawaited) all.push(frame);
    } else {
      const refusal = frame.kind === 'request' ? refuseInBatch(server, frame, lasting, ids) : undefined;
      if (refusal) all.push({ id: (frame as RequestFrame).id, ...refusal });
      else accepted.push(messageOf(frame));
    }
  }
  return { refused: all, accepted };
};

const refuseInBatch = (
  server: Server,
  frame: RequestFrame,
  lasting: boolean,
  ids: IdsInFlight,
): Refusal | undefined => {
  if (!ids.take(frame.id)) return duplicateId(frame.id);
  if (isModern(frame)) return refused(malformed('MCP 2026-07-28 does not support batches', 'the request on its own'));
  if (frame.method === 'initialize') {
    return refused(malformed('a handshake cannot be part of a batch', 'initialize on its own'));
  }
  return refuseMethod(server, frame, { lasting }, false);
};

const refused = (failure: Failure): Refusal => ({ number: rpcErrors.request, failure });

const malformed = (reason: string, expected?: string): Failure =>
  fail('VALIDATION_MALFORMED_REQUEST', { reason, ...(expected !== undefined && { expected }) });
