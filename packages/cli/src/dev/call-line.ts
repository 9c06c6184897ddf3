import type { CallEvent } from '@recourse/engine/events';
import { visible } from '../terminal/visible.ts';

const longestArguments = 200;

/** One line for a call that has ended: its tool, arguments, outcome and time. Secrets are masked in the event. */
export const callLine = ({ type, ts, tool, code, elapsed_ms: elapsed, data }: CallEvent): string | undefined => {
  if (type !== 'TOOL_CALL_FINISHED' && type !== 'TOOL_CALL_FAILED') return undefined;
  const given = data['arguments'] === undefined ? '' : ` ${bounded(JSON.stringify(data['arguments']))}`;
  const { operation, recovery, message } = data;
  const name = typeof operation === 'string' ? `${tool}.${operation}` : tool;
  const outcome =
    code === null ? 'ok' : `${code}${typeof recovery === 'string' ? ` (${recovery})` : ''}${worded(message)}`;
  const time = elapsed === null ? '' : ` ${elapsed < 10 ? elapsed.toFixed(1) : Math.round(elapsed)} ms`;
  return visible(`${ts.slice(11, 19)} ${name}${given} → ${outcome}${time}`);
};

const worded = (message: unknown): string => (typeof message === 'string' ? `: ${bounded(message)}` : '');

const bounded = (text: string): string =>
  text.length > longestArguments ? `${text.slice(0, longestArguments)}… (${text.length} characters)` : text;
