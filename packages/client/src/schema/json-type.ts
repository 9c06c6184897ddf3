/** The type of a value as JSON Schema names it. */
export const jsonType = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

export const isOfType = (value: unknown, type: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : jsonType(value) === type;
