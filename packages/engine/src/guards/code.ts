import { codeHash } from './code-hash.ts';
import { accept, refuse } from './guard.ts';
import type { Guard } from './guard.ts';
import { inspect } from './script/inspect.ts';
import type { ScriptNode } from './script/node.ts';
import { parseScript } from './script/parse-script.ts';

export type CodeOptions = {
  readonly language: 'javascript';
  readonly maxLength?: number;
  /** The name of rules that the server has for this field; defaults to those of the engine. */
  readonly rules?: string;
};

/** The handle of code that has passed its guard. */
export interface SafeCode {
  readonly code: string;
  /** Names the code in events and failures. */
  readonly hash: string;
  /** The syntax tree that was inspected. */
  readonly program: ScriptNode;
}

/**
 * Parses code and inspects its syntax tree. This stops the known ways out of the code that was sent; it is not a
 * sandbox, and allowed code can still run forever. The handle is a `SafeCode`.
 */
export const code: Guard = async (value, options, settings) => {
  if (options['language'] !== 'javascript') throw new TypeError('Only JavaScript can be checked');
  const parsed = await parseScript(value);
  if (!parsed.ok) {
    const { ok: _, ...problem } = parsed;
    return refuse('syntax', 'it cannot be parsed', { construct: 'invalid JavaScript', ...problem });
  }
  const { program } = parsed;
  const hit = (settings.inspect ?? inspect)(program);
  if (!hit) return accept({ code: value, hash: codeHash(value), program } satisfies SafeCode);
  return refuse(hit.name === undefined ? 'construct' : 'name', `it uses ${hit.construct}`, { ...hit });
};
