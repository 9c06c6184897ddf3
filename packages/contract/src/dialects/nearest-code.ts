import type { Category, CodeDefinition } from '../codes/code.ts';
import type { CodeSet } from '../codes/define-codes.ts';
import type { KnownCode } from '../registries/known-code.ts';
import type { CodeKey } from './dialect.ts';
import type { OwnCode } from './extension.ts';

/**
 * A dialect's own codes for all foreign codes. The categories are a closed set, so the map is complete for every
 * code that exists or will; `byCode` holds the exceptions, where a category alone would mislead.
 */
export interface NearestCodes<Own extends string | number> {
  readonly byCategory: Readonly<Record<Category, Own>>;
  readonly byCode: { readonly [Code in KnownCode]?: Own };
}

/** The nearest own code of a foreign one. */
export const nearestCode = <Own extends string | number>(nearest: NearestCodes<Own>, key: CodeKey): Own => {
  const byCode: Readonly<Record<string, Own | undefined>> = nearest.byCode;
  return (Object.hasOwn(byCode, key.code) ? byCode[key.code] : undefined) ?? nearest.byCategory[key.category];
};

/** Looks a code up in several sets, the first that has it. */
export const finderIn =
  (...sets: readonly CodeSet[]) =>
  (code: string): CodeDefinition | undefined => {
    const set = sets.find(({ definitions }) => Object.hasOwn(definitions, code));
    return set?.definitions[code];
  };

/** The code of a failure in a dialect whose own codes `find` knows. */
export const ownCodeIn = <Own extends string>(
  find: (code: string) => CodeDefinition | undefined,
  nearest: NearestCodes<Own>,
  key: CodeKey,
): OwnCode => {
  const definition = find(key.code);
  return definition?.namespace === key.namespace && definition
    ? { code: key.code, definition }
    : { code: nearestCode(nearest, key) };
};
