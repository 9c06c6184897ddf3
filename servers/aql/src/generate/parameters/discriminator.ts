import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { DefineContext } from './define.ts';

/** The name of the member that tells branches apart; undefined if the schema names none. */
export const tagOf = ({ discriminator }: JsonObject): string | undefined => {
  const name = isJsonObject(discriminator) ? discriminator['propertyName'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
};

/**
 * The schemas that extend this one, as its discriminator lists them. They are values of it although it does not name
 * their members. None for a schema with a choice, whose branches are those, and for a part of `allOf`, which one of
 * them has already extended.
 */
export const extensionsOf = (
  { discriminator, oneOf, anyOf }: JsonObject,
  { isPart, context }: { readonly isPart: boolean; readonly context: DefineContext },
): readonly JsonObject[] => {
  const mapping = isJsonObject(discriminator) ? discriminator['mapping'] : undefined;
  if (isPart || oneOf !== undefined || anyOf !== undefined || !isJsonObject(mapping)) return [];
  const targets = new Set(Object.values(mapping).filter((target) => typeof target === 'string'));
  return [...targets]
    .map((target) => context.follow({ $ref: target.startsWith('#') ? target : `#/components/schemas/${target}` }))
    .filter((schema) => Object.keys(schema).length > 0);
};
