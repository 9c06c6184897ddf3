import type { Call, CallMeta, CallState, Caller } from '../../call/call.ts';

/** What the stages behind find out about a call. */
export type RecordedState = Pick<CallState, 'principal' | 'operation' | 'arguments' | 'sensitive'>;

/** What the record knows about a call, whether it entered the pipeline or was refused at the door. */
export interface RecordedCall {
  readonly tool: string;
  readonly caller: Caller;
  readonly meta: CallMeta;
  readonly correlation_id: string;
  readonly request_id?: string | number | null;
  readonly session_id?: string;
  readonly state: RecordedState;
}

const longestTool = 128;

/** A name that no stage has looked at yet: cut, and without anything that could break a line. */
export const boundedTool = (tool: string): string => {
  const oneLine = /[\p{C}\p{Z}]/u.test(tool) ? tool.slice(0, longestTool * 2).replace(/[\p{C}\p{Z}]/gu, '_') : tool;
  return oneLine.length > longestTool ? `${oneLine.slice(0, longestTool)}…` : oneLine;
};

export const recordedCallOf = (call: Call): RecordedCall => ({
  tool: boundedTool(call.tool),
  caller: call.request.caller,
  meta: call.meta,
  correlation_id: call.correlation_id,
  ...(call.request.request_id !== undefined && { request_id: call.request.request_id }),
  ...(call.request.session_id !== undefined && { session_id: call.request.session_id }),
  state: call.state,
});
