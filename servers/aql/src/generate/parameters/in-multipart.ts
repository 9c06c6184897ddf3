import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { DefineContext } from './define.ts';
import type { Definition } from './draft-parameter.ts';
import type { RequestParameter } from './request-parameters.ts';
import { simplify } from './simplify.ts';
import { typeOf } from './type-of.ts';

type Part = Pick<RequestParameter, 'definition' | 'contentType' | 'orFile'>;

/**
 * A member of a form with files. Binary strings are files; a member that may be a file or something else takes both. The
 * media type of a part is written down where the document states one.
 */
export const inMultipart = (
  definition: Definition,
  schema: JsonObject,
  { types, context }: { readonly types: readonly string[]; readonly context: DefineContext },
): Part => {
  const { description } = definition;
  const described = description === undefined ? {} : { description };
  const [type, ...others] = types;
  const contentType = type === undefined || others.length > 0 || type.includes('*') ? {} : { contentType: type };
  const own = simplify(schema, context);
  if (isBinary(own, types)) return { definition: { type: 'file', ...described }, ...contentType };
  const items = simplify(context.follow(own['items']), context);
  if (definition.type === 'array' && isBinary(items, types)) {
    return { definition: { type: 'array', ...described, items: { type: 'file' } }, ...contentType };
  }
  const isSingle = definition.type !== 'array' && definition.type !== 'object';
  return { definition, ...contentType, ...(isSingle && mayBeFile(schema, context) && { orFile: true }) };
};

const isBinary = (schema: JsonObject, types: readonly string[]): boolean => {
  const isUntyped = typeOf(schema) === 'any';
  if (!isUntyped && typeOf(schema) !== 'string') return false;
  if (schema['format'] === 'binary') return true;
  if (typeof schema['contentMediaType'] === 'string' && schema['contentEncoding'] === undefined) return true;
  return !isUntyped && types.length > 0 && types.every((type) => !/^text\/|json$|xml$/.test(type));
};

/** Whether one of several branches is a file. A branch without any type is one, as OpenAPI 3.1 has it. */
const mayBeFile = (schema: JsonObject, context: DefineContext): boolean =>
  [schema['oneOf'], schema['anyOf']].some(
    (list) =>
      Array.isArray(list) &&
      list.some((branch) => {
        const own = simplify(context.follow(branch), context);
        return typeOf(own) === 'any' || isBinary(own, []);
      }),
  );

/** Whether a form has a member that is a file or a list of files. */
export const holdsFiles = (schema: JsonObject, context: DefineContext): boolean => {
  const { properties } = simplify(schema, context);
  return Object.values(isJsonObject(properties) ? properties : {}).some((member) => {
    const own = simplify(context.follow(member), context);
    return isBinary(own, []) || isBinary(simplify(context.follow(own['items']), context), []);
  });
};
