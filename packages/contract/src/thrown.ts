/**
 * True if a value is an instance of a class. Use it for thrown values instead of `instanceof`, which throws for a
 * proxy with a throwing `getPrototypeOf`; such a value counts as no instance.
 */
export const isInstance = <Type>(value: unknown, type: abstract new (...given: never[]) => Type): value is Type => {
  try {
    return value instanceof type;
  } catch {
    return false;
  }
};

/**
 * Returns an error for a thrown value: the value itself if it is an error that can be read, else a new error that says
 * what was thrown. Reading the result never throws.
 */
export const toError = (thrown: unknown): Error => {
  if (!isInstance(thrown, Error)) return new Error(`Thrown: ${describe(thrown)}`);
  return isReadable(thrown) ? thrown : new Error('Thrown: an error that cannot be read');
};

const describe = (thrown: unknown): string => {
  if (typeof thrown === 'string') return thrown;
  return typeof thrown === 'object' || typeof thrown === 'function' ? typeof thrown : String(thrown);
};

const isReadable = (error: Error): boolean => {
  try {
    const { name, message, stack } = error;
    const texts = [name, message, stack ?? '', String(error), String(error.cause)];
    return texts.every((text) => typeof text === 'string');
  } catch {
    return false;
  }
};
