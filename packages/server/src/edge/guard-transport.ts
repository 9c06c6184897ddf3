import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import { frameOf } from '../rpc/frame.ts';
import { failureError } from '../rpc/messages.ts';
import { completeMessage } from './complete-error.ts';
import { refuseRequest } from './refuse-request.ts';

/** Puts the edge in front of a transport that the SDK serves by itself: refuses requests, and adds codes to errors. */
export const guardTransport = (transport: Transport, server: Server, caller: Caller): Transport => {
  const guarded: Transport = {
    start: () => transport.start(),
    close: () => transport.close(),
    send: (message, options) => {
      const { message: completed } = completeMessage(message as unknown as JsonObject);
      return transport.send(completed as unknown as JSONRPCMessage, options);
    },
  };
  const receive: NonNullable<Transport['onmessage']> = (message, extra) => {
    const frame = frameOf(message);
    const refusal = frame.kind === 'request' ? refuseRequest(server, frame, { lasting: true }) : undefined;
    if (!refusal || frame.kind !== 'request') return guarded.onmessage?.(message, extra);
    const { number, failure, prescribed } = refusal;
    server.recordRefusal({ failure, caller, request_id: frame.id, tool: frame.method });
    void transport.send({ jsonrpc: '2.0', id: frame.id, error: failureError(number, failure, prescribed) });
  };
  Object.assign(transport, {
    onmessage: receive,
    onclose: () => guarded.onclose?.(),
    onerror: (error: Error) => guarded.onerror?.(error),
  });
  return guarded;
};
