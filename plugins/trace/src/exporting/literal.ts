/** A value as source text of TypeScript. */
export const literal = (value: unknown): string =>
  (JSON.stringify(value) ?? 'undefined').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
