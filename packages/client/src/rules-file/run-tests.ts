import type { YamlMap } from '@recourse/yaml';
import { inferDisguised, inferFailure } from '../rules/infer.ts';
import { createRuleSets } from '../rules/rule-sets.ts';
import type { ServerRules } from '../rules/rule.ts';
import { Fields } from './fields.ts';
import type { Report } from './fields.ts';
import { codeOf } from './parse-rule.ts';

const names = ['tool', 'text', 'number', 'is_error', 'code'];

/**
 * Runs the tests of a file: an answer of a tool, and the code that it must be read as. `code: none` is a message that no
 * rule may read, or a success that stays one. Returns how many passed.
 */
export const runTests = (tests: readonly YamlMap[], rules: ServerRules, report: Report): number => {
  const sets = createRuleSets([rules])(rules.names[0] ?? '');
  let passed = 0;
  for (const map of tests) {
    const fields = new Fields(map, names, report);
    const text = fields.text('text');
    if (text === undefined) {
      if (!fields.has('text')) report(map.offset, "A test needs 'text'.");
      continue;
    }
    const wanted = wantedOf(fields, report);
    if (wanted === undefined) continue;
    const heard = { tool: fields.text('tool') ?? '', text, number: fields.numbers('number')?.[0] };
    const found = isSuccess(fields, report) ? inferDisguised(heard.tool, text, sets) : inferFailure(heard, sets);
    const code = found?.code ?? 'none';
    if (code === wanted) passed += 1;
    else
      report(
        map.offset,
        `This test expected ${wanted} but got ${code}${found ? ` (inferred from '${found.inferred.words}')` : ''}.`,
      );
  }
  return passed;
};

const wantedOf = (fields: Fields, report: Report): string | undefined => {
  const found = fields.at('code');
  return found?.kind === 'value' && found.value === 'none' ? 'none' : codeOf(fields, report);
};

const isSuccess = (fields: Fields, report: Report): boolean => {
  const found = fields.at('is_error');
  if (!found) return false;
  if (found.kind !== 'value' || typeof found.value !== 'boolean') {
    report(found.offset, "'is_error' must be true or false.");
    return false;
  }
  return !found.value;
};
