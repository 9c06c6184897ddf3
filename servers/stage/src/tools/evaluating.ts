import type { Json } from '@recourse/contract';
import { stageCodes } from '@recourse/contract/registries';
import { code } from '@recourse/engine/guarded-fields';
import { z } from 'zod';
import { fail, StageError } from '../failing.ts';
import { secretMask } from '../observe/secrets/secret-mask.ts';
import { sessionId } from './fields.ts';

const longestCode = 100_000;
/** The longest result in characters of JSON. */
export const longestResult = 10_000;

/** The input fields of the tools that run code, by the rules for it. */
export const evalFields = (rules: 'main' | 'renderer') => ({
  code: code({ language: 'javascript', maxLength: longestCode, rules }),
  arg: z.unknown().optional(),
  timeoutMs: z.int().min(1).max(60_000).default(5000),
  sessionId,
});

/** The result, or the beginning of one that is too long. */
export const evalOutput = z.object({
  result: z.unknown().optional(),
  truncated: z.boolean().optional(),
  result_serialized: z.string().optional(),
  result_chars: z.int().optional(),
});

/** The declaration that the tools share that run code. They are offered only if the operator enables them by name. */
export const runsCode = {
  output: evalOutput,
  operation: 'eval',
  danger: 'dangerous',
  enabledFor: 'validated',
  codes: stageCodes,
  timeoutMs: 120_000,
} as const;

/** The codes of every tool that runs code. Those of code that is refused are added with its validator. */
export const evalErrors = [
  'EVAL_RUNTIME_ERROR',
  'EVAL_TIMEOUT',
  'NOT_RUNNING',
  'SESSION_AMBIGUOUS',
  'CDP_DISCONNECTED',
] as const;

/** The answer with a result whose JSON has so many characters, or with the beginning of it. */
export const answerOf = ({
  text,
  chars,
}: {
  readonly text: string;
  readonly chars: number;
}): z.input<typeof evalOutput> =>
  chars > longestResult
    ? { truncated: true, result_serialized: text, result_chars: chars }
    : { result: parseResult(text) };

const parseResult = (text: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The app has replaced functions of the language that the description of the result needs.
    throw new StageError(fail('EVAL_RUNTIME_ERROR', { reason: 'the result cannot be read' }, { effect: 'unknown' }));
  }
};

const quoted = /"(?:[^"\\]|\\.)*"/gu;

/** Replaces the strings of a JSON text that are secret as a whole. The text may end anywhere. */
export const maskStrings = (text: string, isSecret: (value: string) => boolean): string =>
  text.replaceAll(quoted, (string) => {
    try {
      return isSecret(String(JSON.parse(string))) ? JSON.stringify(secretMask) : string;
    } catch {
      return string;
    }
  });
