import type { JsonObject } from '@recourse/contract';

/** Whether a schema accepts null, by the keywords of OpenAPI 3.0 or 3.1. */
export const isNullable = ({ type, nullable, enum: values, const: value }: JsonObject): boolean =>
  nullable === true ||
  type === 'null' ||
  value === null ||
  (Array.isArray(type) && type.includes('null')) ||
  (Array.isArray(values) && (values as readonly unknown[]).includes(null));

/** Whether a schema accepts nothing but null. */
export const isNull = ({ type, enum: values, const: value }: JsonObject): boolean =>
  type === 'null' ||
  value === null ||
  (Array.isArray(values) && values.length > 0 && (values as readonly unknown[]).every((each) => each === null));
