import { fullFormats } from 'ajv-formats/dist/formats.js';

/** The formats that `validate` knows. Any other is published, and not checked. */
export const knownFormats: readonly string[] = Object.keys(fullFormats);

/** True if a string has the format, or the format is unknown. Formats of numbers do not apply to strings. */
export const fitsFormat = (format: string, text: string): boolean => {
  if (!Object.hasOwn(fullFormats, format)) return true;
  const definition: unknown = fullFormats[format as keyof typeof fullFormats];
  const check = isDefinition(definition) ? definition.validate : definition;
  if (isDefinition(definition) && definition.type === 'number') return true;
  if (check instanceof RegExp) return check.test(text);
  return typeof check !== 'function' || check(text) !== false;
};

const isDefinition = (value: unknown): value is { readonly validate: unknown; readonly type?: unknown } =>
  typeof value === 'object' && value !== null && 'validate' in value;
