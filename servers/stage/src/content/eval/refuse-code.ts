import type { Failure, JsonObject } from '@recourse/contract';
import type { Finding } from '@recourse/engine/guarded-fields';
import { fail } from '../../failing.ts';

/** The failure for code that its guard refuses. It names the construct and the hash, and repeats no code. */
export const refuseCode = ({ rule, reason, more = {} }: Finding): Failure => {
  const code_hash = textOf(more, 'code_hash') ?? '';
  const options = { effect: 'none' } as const;
  if (rule === 'syntax') {
    const { line, column } = more;
    const details = {
      reason: textOf(more, 'reason')?.slice(0, longestReason),
      line: typeof line === 'number' ? line : undefined,
      column: typeof column === 'number' ? column : undefined,
      code_hash,
    };
    return fail('EVAL_SYNTAX_ERROR', details, options);
  }
  const keyword = textOf(more, 'keyword');
  if (keyword !== undefined) return fail('EVAL_BLOCKED_KEYWORD', { keyword, code_hash }, options);
  const construct = (textOf(more, 'construct') ?? constructs[rule] ?? reason).slice(0, longestReason);
  const hint = textOf(more, 'advice');
  return fail('EVAL_BLOCKED_CONSTRUCT', { construct, code_hash }, { ...options, ...(hint !== undefined && { hint }) });
};

const longestReason = 200;

/** Rules that are broken before the code is inspected, or while it is. */
const constructs: Readonly<Record<string, string>> = {
  control_chars: 'a control or hidden character',
  unchecked: 'code that is nested too deeply',
};

const textOf = (more: JsonObject, key: string): string | undefined => {
  const value = more[key];
  return typeof value === 'string' ? value : undefined;
};
