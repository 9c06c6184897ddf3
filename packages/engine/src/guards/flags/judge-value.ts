import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { duration } from '../duration.ts';
import { gitRef } from '../git-ref.ts';
import { accept, refuse } from '../guard.ts';
import type { Guard, GuardSettings, Verdict } from '../guard.ts';
import { identifier } from '../identifier.ts';
import { compileExpression } from '../linear-expression.ts';
import { path } from '../path.ts';
import { pattern } from '../pattern.ts';
import { shellWord } from '../shell-word.ts';
import { url } from '../url.ts';

const kinds: Readonly<Record<string, Guard>> = {
  path,
  shellWord,
  identifier,
  duration,
  gitRef,
  url,
  pattern,
};

/** Judges the value of a flag, or a positional argument, by its rule. A rule that says nothing allows nothing. */
export const judgeValue = async (value: string, rule: JsonObject, settings: GuardSettings): Promise<Verdict> => {
  if (value === '') return refuse('empty', 'its value is empty');
  const { kind, pattern: source, values } = rule;
  if (typeof kind === 'string') {
    const guard = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (!guard) throw new TypeError(`Argument values cannot be of kind '${kind}'`);
    return asValue(await guard(value, isJsonObject(rule['options']) ? rule['options'] : {}, settings));
  }
  if (typeof source === 'string') {
    const expression = await compileExpression(source);
    return expression.matches(value) ? accept() : refuse('value', `its value does not match ${source}`);
  }
  if (Array.isArray(values)) {
    return values.includes(value) ? accept() : refuse('value', `its value must be one of: ${values.join(', ')}`);
  }
  throw new TypeError('A rule for a value needs a kind, a pattern or values');
};

const asValue = (verdict: Verdict): Verdict =>
  verdict.ok ? verdict : refuse('value', `its value is refused: ${verdict.reason}`, verdict.more);
