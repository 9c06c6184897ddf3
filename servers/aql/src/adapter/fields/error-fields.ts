import { categories, coreCodes } from '@recourse/contract';
import type { Category } from '@recourse/contract';
import type { Condition } from '../../conditions/condition.ts';
import { parseCondition } from '../../conditions/parse-condition.ts';
import { isAnswerable } from '../../mapping/is-answerable.ts';
import type { MappingRule } from '../../mapping/mapping-rule.ts';
import { placeholderProblem, placeholdersOf } from '../../mapping/placeholders.ts';
import type { AdapterCode } from '../adapter.ts';
import { badName, caution, clip, duplicate, missing, nearest, unresolved, wrong } from '../rules/findings.ts';
import type { Report } from '../rules/findings.ts';
import type { Place } from '../rules/place.ts';
import { fields, named, number, oneOf, oneOrMore, text } from '../rules/index.ts';
import type { Named, Rule, Section } from '../rules/index.ts';

const codePattern = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;
const status = number({ least: 100, most: 599, whole: true });
const template = text({ longest: 1000 });

/** A condition, parsed by the condition language; problems are reported at their position in it. */
const condition: Rule<Condition> = (place, report) => {
  const source = text({ longest: 2000 })(place, report);
  if (source === undefined) return undefined;
  const parsed = parseCondition(source);
  if (parsed.condition) return parsed.condition;
  const { message, position } = parsed.problem;
  const offset = place.tree.kind === 'value' ? place.tree.offsetOf(position) : place.offset;
  report({
    severity: 'error',
    code: 'SCHEMA_INVALID_TYPE',
    message: `Field '${place.path}' is not a valid condition: ${message}`,
    field_path: place.path,
    offset,
    expected: 'a condition',
    actual: 'another string',
  });
  return undefined;
};

/** The categories as contracts write them too: `RATE_LIMIT` is `rate_limit`. */
const category = oneOf(categories, Object.fromEntries(categories.map((name) => [name.toUpperCase(), name])));

const isCode = (name: string, place: Place, report: Report): boolean => {
  if (codePattern.test(name) && name.length <= 64) return true;
  report(
    badName(
      place,
      `Code '${name.slice(0, 64)}' must consist of up to 64 capital letters, digits and single underscores, starting with a letter, as in ITEM_LOCKED`,
    ),
  );
  return false;
};

const codeFields = {
  category,
  message_template: template,
  maps_from_http: oneOrMore(status),
  condition,
} as const;

/** Codes of the file's own. */
export const errorCodes = named(fields(codeFields), (name, place, report) => {
  if (!isCode(name, place, report)) return false;
  if (!isCore(name)) return true;
  report(duplicate(place, `Code '${name}' is a core code`, { suggestion: "use 'error_mapping' to return it" }));
  return false;
});

const mappingFields = { code: text({ longest: 64 }), message_template: template, condition } as const;

/** The mapping of a status: one rule, or several that are tried in order. */
export const errorMapping = named(
  oneOrMore(fields(mappingFields, { required: { code: 'the code to return' } })),
  (name, place, report) => {
    if (/^[1-5]\d\d$/.test(name)) return true;
    report(badName(place, `'${name.slice(0, 64)}' is not an HTTP status`, { expected: 'a status such as 404' }));
    return false;
  },
);

type CodeSection = Named<Section<typeof codeFields>>;
type MappingSection = Named<readonly Section<typeof mappingFields>[]>;

const isCore = (code: string): boolean => Object.hasOwn(coreCodes.definitions, code);

const isError = (code: string): boolean =>
  (coreCodes.definitions as Readonly<Record<string, { readonly kind: string }>>)[code]?.kind === 'error';

/** The category that the prefix of a code suggests, if any. */
const categoryOf = (code: string): Category | undefined =>
  categories.find((name) => code.startsWith(`${name.toUpperCase()}_`));

export interface Errors {
  readonly errorCodes: readonly AdapterCode[];
  readonly mapping: readonly MappingRule[];
}

/** Codes and rules. A rule may use a code that is not declared, where its beginning says what kind of failure it is. */
export const buildErrors = (
  codes: readonly CodeSection[],
  mappings: readonly MappingSection[],
  { params, report }: { readonly params: ReadonlySet<string>; readonly report: Report },
): Errors => {
  const checkTemplate = (text: string | undefined, place: Place): void => {
    for (const written of placeholdersOf(text ?? '')) {
      const problem = placeholderProblem(written, params);
      if (problem !== undefined) report(unfillable(place, written, problem));
    }
  };
  const errorCodes = new Map<string, AdapterCode>();
  const mapping: MappingRule[] = [];
  for (const { name, value, place } of codes) {
    const { is, at, has } = value;
    checkTemplate(is.message_template, at('message_template'));
    const found = is.category ?? (has('category') ? undefined : categoryOf(name));
    if (found === undefined && !has('category')) {
      report(
        wrong(at('category'), 'a category, because the name of the code does not begin with one', { actual: 'none' }),
      );
    }
    errorCodes.set(name, {
      code: name,
      category: found ?? 'internal',
      messageTemplate: is.message_template ?? inWords(name),
    });
    if (!has('maps_from_http') && !has('condition')) {
      report(
        caution(
          place,
          `Code '${name}' has neither 'maps_from_http' nor 'condition', so only 'error_mapping' can return it`,
          "add 'maps_from_http' or 'condition'",
        ),
      );
    } else mapping.push(ruleOf(name, is.maps_from_http ?? [], is));
    if (!has('condition') && is.maps_from_http?.some(isSuccess)) report(missing(at('condition'), whenRefused));
  }
  for (const { name: status, value } of mappings) {
    for (const { is, at, has } of value) {
      const { code } = is;
      checkTemplate(is.message_template, at('message_template'));
      if (code === undefined || !isCode(code, at('code'), report)) continue;
      if (!isCore(code) && !errorCodes.has(code)) {
        const implied = categoryOf(code);
        if (implied)
          errorCodes.set(code, { code, category: implied, messageTemplate: is.message_template ?? inWords(code) });
        else report(unknownCode(at('code'), code, [...errorCodes.keys()]));
      }
      if (isCore(code) && !isError(code)) report(wrong(at('code'), 'an error code', { actual: 'a warning code' }));
      else if (isCore(code) && !isAnswerable(code)) report(ignoredRule(at('code'), code));
      if (!has('condition') && isSuccess(Number(status))) report(missing(at('condition'), whenRefused));
      mapping.push(ruleOf(code, [Number(status)], is));
    }
  }
  return { errorCodes: [...errorCodes.values()], mapping };
};

/** A status of successes says nothing about refusals by itself. */
const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const whenRefused = 'a condition that distinguishes errors from successes';

const unfillable = (place: Place, written: string, problem: string) =>
  wrong(place, 'placeholders that can be filled', {
    actual: `{${clip(written)}} (${problem})`,
    suggestion: 'use a parameter, a detail of the failure or a path such as {response.body.until}',
  });

/** Consent and tokens are between caller and server. An API that names them would mislead both. */
const ignoredRule = (place: Place, code: string) =>
  caution(
    place,
    `An API cannot return '${code}', so the rule is ignored`,
    "choose a code that describes the API's refusal",
  );

const unknownCode = (place: Place, code: string, own: readonly string[]) => {
  const known = [...own, ...Object.keys(coreCodes.definitions)];
  const meant = nearest(code, known);
  return unresolved(place, code, 'error_codes', known, {
    suggestion: meant === undefined ? "declare it under 'error_codes'" : `did you mean '${meant}'?`,
  });
};

const ruleOf = (
  code: string,
  statuses: readonly number[],
  is: { readonly condition?: Condition | undefined; readonly message_template?: string | undefined },
): MappingRule => ({ statuses, condition: is.condition, code, messageTemplate: is.message_template });

/** `ABUSE_DETECTED` as a sentence, for a code without a template. */
const inWords = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};
