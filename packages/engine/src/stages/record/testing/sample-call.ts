import { succeed } from '@recourse/contract';
import { noHandles } from '../../../call/handles.ts';
import { nobody } from '../../../call/call.ts';
import type { Call } from '../../../call/call.ts';

/** A call as the record stage meets it: nothing is known yet but what the wire said. */
export const sampleCall = (changes: Partial<Call> = {}): Call => ({
  request: { tool: 'close_ticket', arguments: {}, caller: { transport: 'stdio', local: true }, request_id: 7 },
  correlation_id: 'c-1',
  started_at: 0,
  principal: nobody,
  tool: 'close_ticket',
  arguments: {},
  meta: {},
  operation: undefined,
  handles: noHandles,
  asks: [],
  state: { started: false },
  inner: () => Promise.resolve(succeed({})),
  ...changes,
});
