import { createHash } from 'node:crypto';
import { accept, refuse } from './guard.ts';
import type { Guard } from './guard.ts';
import { inspect } from './script/inspect.ts';
import { parseScript } from './script/parse-script.ts';

export type CodeOptions = {
  readonly language: 'javascript';
  readonly maxLength?: number;
};

/** The handle of code: its hash is what a log names it by. */
export interface SafeCode {
  readonly code: string;
  readonly hash: string;
}

/** A hash that names code in logs and failures without repeating it. */
const codeHash = (code: string): string => `sha256:${createHash('sha256').update(code).digest('hex')}`;

/**
 * Code to be evaluated, read as a syntax tree and judged by what it uses. It keeps honest code from doing harm and
 * stops the known ways out; it is no sandbox, and code that is allowed can still run for ever. The handle is a
 * `SafeCode`.
 */
export const code: Guard = async (value, options) => {
  if (options['language'] !== 'javascript') throw new TypeError('Only JavaScript can be judged');
  const code_hash = codeHash(value);
  const program = await parseScript(value);
  if (!program) {
    return refuse('syntax', 'it cannot be parsed', { construct: 'what is no valid JavaScript', code_hash });
  }
  const hit = inspect(program);
  if (!hit) return accept({ code: value, hash: code_hash } satisfies SafeCode);
  const { construct, name, advice } = hit;
  const more = {
    construct,
    code_hash,
    ...(name !== undefined && { name }),
    ...(advice !== undefined && { advice }),
  };
  return refuse(name === undefined ? 'construct' : 'name', `it uses ${construct}`, more);
};
