/** A value that JSON can represent. Everything in an envelope is of this type. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** An undefined field counts as absent, because JSON omits it. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** True for a plain JSON object; arrays and null are not objects here. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
