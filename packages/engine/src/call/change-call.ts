import type { Call } from './call.ts';

/** What a stage may find out about a call. */
export type CallChanges = Partial<
  Pick<Call, 'principal' | 'tool' | 'arguments' | 'meta' | 'operation' | 'handles' | 'asks' | 'state' | 'inner'>
>;

/**
 * A copy of a call with what a stage has found out. Written field by field: all calls then have one shape, and a
 * copy costs a tenth of what spreading costs.
 */
export const changeCall = (call: Call, changes: CallChanges): Call => ({
  request: call.request,
  correlation_id: call.correlation_id,
  started_at: call.started_at,
  principal: changes.principal ?? call.principal,
  tool: changes.tool ?? call.tool,
  arguments: changes.arguments ?? call.arguments,
  meta: changes.meta ?? call.meta,
  operation: changes.operation ?? call.operation,
  handles: changes.handles ?? call.handles,
  asks: changes.asks ?? call.asks,
  state: changes.state ?? call.state,
  inner: changes.inner ?? call.inner,
});
