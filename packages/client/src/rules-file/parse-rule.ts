import { findSimilar } from '@recourse/contract';
import type { Json } from '@recourse/contract';
import type { YamlMap } from '@recourse/yaml';
import { inferableCodes, isInferable } from '../rules/fail-inferred.ts';
import { confidences } from '../rules/rule.ts';
import type { Confidence, Rule } from '../rules/rule.ts';
import { Fields, jsonOf } from './fields.ts';
import type { Report } from './fields.ts';

const names = ['code', 'words', 'status', 'tools', 'confidence', 'body'];
const longestPhrase = 200;
const mostPhrases = 50;

/** One rule of a file; undefined if it cannot be used. */
export const parseRule = (map: YamlMap, report: Report): Rule | undefined => {
  const fields = new Fields(map, names, report);
  const code = codeOf(fields, report);
  const words = fields.texts('words');
  const status = fields.numbers('status');
  const tools = fields.texts('tools');
  const body = bodyOf(fields, report);
  if (!words && !status && !body) report(fields.offset, "A rule needs 'words', 'status' or 'body'.");
  if (body && (words || status)) report(fields.offset, "A rule with 'body' must not have 'words' or 'status'.");
  if (body && !tools)
    report(fields.offset, "A rule with 'body' needs 'tools', because it overrides what the server calls a success.");
  checkPhrases(fields, words, report);
  if (code === undefined) return undefined;
  return {
    code,
    confidence: confidenceOf(fields, report),
    ...(words && { words }),
    ...(status && { status }),
    ...(tools && { tools }),
    ...(body && { body }),
  };
};

/** The code of a rule or of a test. */
export const codeOf = (fields: Fields, report: Report): string | undefined => {
  const code = fields.text('code');
  if (code === undefined) {
    if (!fields.has('code')) report(fields.offset, "'code' is missing.");
    return undefined;
  }
  if (isInferable(code)) return code;
  const [near] = findSimilar(code, inferableCodes, { most: 1 });
  const advice = near ? ` Did you mean ${near.ref}?` : ` Use one of: ${inferableCodes.join(', ')}.`;
  report(
    fields.at('code')?.offset ?? fields.offset,
    `'${code.slice(0, 100)}' is not a code that can be inferred.${advice}`,
  );
  return undefined;
};

const confidenceOf = (fields: Fields, report: Report): Confidence => {
  const given = fields.text('confidence');
  const found = confidences.find((one) => one === given);
  if (given !== undefined && !found)
    report(fields.at('confidence')?.offset ?? fields.offset, `'confidence' must be one of: ${confidences.join(', ')}.`);
  return found ?? 'medium';
};

const bodyOf = (fields: Fields, report: Report): Readonly<Record<string, Json>> | undefined => {
  const found = fields.at('body');
  if (!found) return undefined;
  if (found.kind === 'map' && found.entries.size > 0) return jsonOf(found) as Readonly<Record<string, Json>>;
  report(found.offset, "'body' must be a non-empty map of fields and their values.");
  return undefined;
};

const checkPhrases = (fields: Fields, words: readonly string[] = [], report: Report): void => {
  const offset = fields.at('words')?.offset ?? fields.offset;
  if (words.length > mostPhrases) report(offset, `'words' must have at most ${mostPhrases} entries.`);
  for (const phrase of words) {
    if (phrase.length > longestPhrase) report(offset, `A phrase must have at most ${longestPhrase} characters.`);
    if (phrase.startsWith('*') || phrase.replaceAll(/[*\s]/g, '').length < 3)
      report(
        offset,
        'A phrase must not begin with *, and must have at least three characters other than * and white space.',
      );
  }
};
