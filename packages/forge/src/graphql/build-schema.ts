import { buildSchema, isObjectType, isScalarType, GraphQLError, type GraphQLFieldResolver } from 'graphql';
import type { Context } from './context.ts';
import type { Fields } from './fields/fields.ts';
import { types } from './fields/types.ts';
import { schemaText } from './schema-text.ts';

export const schema = buildSchema(schemaText);

for (const [name, fields] of Object.entries(types)) attach(name, fields);
for (const name of ['DateTime', 'GitObjectID', 'URI']) acceptStrings(name);

/** Gives every field of a type its function; a field without one, or the reverse, is a mistake in the forge. */
function attach(name: string, fields: Fields<never>): void {
  const type = schema.getType(name);
  const declared = isObjectType(type) ? type.getFields() : {};
  const names = new Set([...Object.keys(declared), ...Object.keys(fields)]);
  for (const field of names) {
    const [target, answer] = [declared[field], fields[field]];
    if (!target || !answer) throw new Error(`${name}.${field} is ${target ? 'not implemented' : 'not in the schema'}`);
    target.resolve = counted((source, given, context) => Reflect.apply(answer, undefined, [source, given, context]));
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the sources of all types meet here
type Resolver = GraphQLFieldResolver<any, Context>;

/** Fields of types without functions of their own are properties of the value, or methods without arguments. */
export const readProperty: Resolver = counted((source, _arguments, _context, { fieldName, parentType }) => {
  if (!(fieldName in source)) throw new Error(`${parentType.name}.${fieldName} is not implemented`);
  const value: unknown = source[fieldName];
  return typeof value === 'function' ? value.call(source) : value;
});

function counted(resolve: Resolver): Resolver {
  return (source, given, context, info) => {
    context.budget.spend();
    const value: unknown = resolve(source, given, context, info);
    const keep = (kept: unknown): unknown => {
      context.budget.keep(kept);
      return kept;
    };
    return value instanceof Promise ? value.then(keep) : keep(value);
  };
}

function acceptStrings(name: string): void {
  const scalar = schema.getType(name);
  if (!isScalarType(scalar)) return;
  scalar.parseValue = (value) => {
    if (typeof value !== 'string') throw new GraphQLError(`${name} must be a string.`);
    return value;
  };
}
