import type { Call, CallMeta, CallRequest, CallState } from '../../call/call.ts';

/** What the stages behind find out about a call. */
export type RecordedState = Pick<CallState, 'principal' | 'operation' | 'arguments' | 'sensitive' | 'trace'>;

/** What the record knows about a call, whether it entered the pipeline or was refused at the door. */
export interface RecordedCall {
  readonly tool: string;
  readonly request: Pick<CallRequest, 'caller' | 'request_id' | 'session_id'>;
  readonly meta: CallMeta;
  readonly correlation_id: string;
  readonly state: RecordedState;
}

const longestTool = 128;
const unsafe = /[\p{C}\p{Z}]/u;

/** A name that no stage has looked at yet: cut, and without anything that could break a line. */
export const boundedTool = (tool: string): string => {
  const oneLine = unsafe.test(tool) ? tool.slice(0, longestTool * 2).replace(/[\p{C}\p{Z}]/gu, '_') : tool;
  return oneLine.length > longestTool ? `${oneLine.slice(0, longestTool)}…` : oneLine;
};

export const recordedCallOf = ({ tool, request, meta, correlation_id, state }: Call): RecordedCall => ({
  tool: boundedTool(tool),
  request,
  meta,
  correlation_id,
  state,
});
