import type { Json } from '@recourse/contract';

/**
 * The details of VALIDATION_INVALID_VALUE for an argument that fits its schema and still cannot be used. `pointer` is a
 * JSON Pointer to it. The problem is listed as those of the schema are, so that callers read all of them in one form.
 */
export const brokenRule = (pointer: string, rule: string, value?: Json) => ({
  param_name: pointer
    .slice(1)
    .replaceAll('/', '.')
    .replace(/\.(\d+)(?=\.|$)/g, '[$1]'),
  rule,
  ...(value !== undefined && { value }),
  problems: [{ path: pointer, keyword: 'rule', message: rule, ...(value !== undefined && { value }) }],
});
