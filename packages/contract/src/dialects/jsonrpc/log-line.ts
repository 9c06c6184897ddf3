import type { Failure } from '../../failures/failure.ts';
import { ownCode } from './nearest.ts';
import { messageOf } from './render.ts';

/** What the contract's log line says besides the failure. */
export interface LogFacts {
  readonly tool: string;
  readonly owner?: string;
  readonly repo?: string;
  readonly pr?: number;
  readonly sha?: string;
  readonly mergeable_state?: string;
}

/**
 * The single line that the contract wants in the log for every error. Values come from callers and upstreams: what
 * could end the line or a field is escaped, and each is bounded.
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

/** JSON's escapes, and those of the separators and direction marks that JSON leaves as they are. */
const escape = (text: string, longest: number): string =>
  JSON.stringify(text.length > longest ? `${text.slice(0, longest)}…` : text)
    .slice(1, -1)
    .replace(
      /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
