import type { Failure } from '../../failures/failure.ts';
import { escapeAsJson, escapeHidden } from '../../hidden-characters.ts';
import { ownCode } from './nearest.ts';
import { messageOf } from './render.ts';

/** The facts in the contract's log line in addition to the failure. */
export interface LogFacts {
  readonly tool: string;
  readonly owner?: string;
  readonly repo?: string;
  readonly pr?: number;
  readonly sha?: string;
  readonly mergeable_state?: string;
}

/**
 * Renders the log line that the contract requires for every error. Values come from callers and upstreams, so each is
 * bounded, and characters that could end the line or a field are escaped.
 */
export const renderLogLine = (failure: Failure, facts: LogFacts): string =>
  [
    'jsonrpc_error',
    `tool=${word(facts.tool)}`,
    `code=${ownCode(failure).code}`,
    `repo=${word(facts.owner)}/${word(facts.repo)}`,
    `pr=${word(facts.pr)}`,
    `sha=${word(facts.sha)}`,
    `state=${word(facts.mergeable_state)}`,
    `msg="${escape(messageOf(failure), longestMessage)}"`,
  ].join(' ');

const longestWord = 200;
const longestMessage = 1000;

const word = (value: string | number | undefined): string =>
  value === undefined || value === '' ? '-' : escape(String(value), longestWord).replaceAll(' ', '\\u0020');

/** Escapes as JSON does, and also hidden characters that JSON does not escape. */
const escape = (text: string, longest: number): string =>
  escapeHidden(JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text).slice(1, -1), escapeAsJson);
