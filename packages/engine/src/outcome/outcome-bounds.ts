import type { Dialect, Outcome } from '@recourse/contract';
import { callToolResultText } from '@recourse/contract/mcp';

/** The limits of what a call may answer with. */
export interface OutcomeBounds {
  /** The most bytes of an outcome as JSON: the value, warnings and blocks of a success, or all fields of a failure. */
  readonly responseBytes: number;
  /** The dialect that results are written in. Only large outcomes are written to be measured. */
  dialect(): Promise<Dialect>;
}

/**
 * How many times larger than `responseBytes` a tool result may be. A result holds an outcome up to three times, once
 * escaped inside a string, which at most doubles it: 2 + 1 + 1.
 */
export const resultFactor = 4;

/** Room for what a frame adds to an outcome: names of fields, the tool, ids and times. */
export const frameOverheadBytes = 16 * 1024;

/** The most that the forms of all dialects take, as a multiple of the outcome: `stagewright` writes calls twice. */
const largestForm = 10;

/** True if an outcome of at most so many bytes fits the limits in every dialect. */
export const fitsEveryForm = (mostBytes: number, responseBytes: number): boolean =>
  mostBytes <= responseBytes && mostBytes * largestForm <= responseBytes * resultFactor;

/** The bytes of an outcome as JSON, exact if they may exceed the limit; 0 if they cannot. */
export const outcomeBytes = (outcome: Outcome, mostBytes: number, limit: number): number => {
  if (mostBytes <= limit) return 0;
  if (!outcome.ok) return jsonBytes(outcome);
  const { value, warnings, content } = outcome;
  return jsonBytes(value) + (warnings.length > 0 ? jsonBytes(warnings) : 0) + (content ? jsonBytes(content) : 0);
};

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The bytes of an outcome as a tool result, if they may exceed the limit for results; undefined if they cannot. */
export const resultBytes = (
  outcome: Outcome,
  mostBytes: number,
  { responseBytes, dialect }: OutcomeBounds,
): Promise<number> | undefined =>
  mostBytes * largestForm <= responseBytes * resultFactor
    ? undefined
    : dialect().then((loaded) => Buffer.byteLength(callToolResultText(outcome, loaded)));
