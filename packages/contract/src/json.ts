/** A value that JSON can carry. Everything that leaves in an envelope is of this type. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A field that is undefined is a field that does not exist: JSON leaves it out. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** True for a plain JSON object; arrays and null are not objects here. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
