import { replaceHidden } from '@recourse/contract/hidden-characters';
import type { Call, CallMeta, CallRequest, CallState } from '../../call/call.ts';

/** The facts that the later stages find out about a call. */
export type RecordedState = Pick<
  CallState,
  'principal' | 'operation' | 'subject' | 'arguments' | 'sensitive' | 'codeFields' | 'trace' | 'early'
>;

/** The recorded facts of a call, whether it entered the pipeline or was refused at the door. */
export interface RecordedCall {
  readonly tool: string;
  readonly request: Pick<CallRequest, 'caller' | 'request_id' | 'session_id'>;
  readonly meta: CallMeta;
  readonly correlation_id: string;
  readonly started_at: number;
  readonly state: RecordedState;
}

const longestTool = 128;
const plainTool = /^[\x21-\x7e]*$/;

/** The name of a tool that no stage has checked: bounded, on one line, without hidden characters and spaces. */
export const boundedTool = (tool: string): string => {
  const oneLine = plainTool.test(tool)
    ? tool
    : replaceHidden(tool.slice(0, longestTool * 2), '_').replace(/[\p{Z}\p{Cn}]+/gu, '_');
  return oneLine.length > longestTool ? `${oneLine.slice(0, longestTool)}…` : oneLine;
};

/** Picks the facts that are recorded. */
export const recordedCallOf = ({ tool, request, meta, correlation_id, started_at, state }: Call): RecordedCall => ({
  tool: boundedTool(tool),
  request,
  meta,
  correlation_id,
  started_at,
  state,
});
