import fc from 'fast-check';

/**
 * Arguments for a tool out of its own input schema: good ones, and ones with a thing wrong. `values` are those that
 * mean something in the world, so that not every path and every name is nonsense.
 */
export const argumentsOf = (schema, values) => {
  const good = valueOf(schema, values);
  return fc.oneof({ weight: 3, arbitrary: good }, { weight: 2, arbitrary: good.chain(spoilt) });
};

const valueOf = (schema = {}, values = {}, name = '') => {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, values, name)));
  const [type] = [schema.type].flat();
  switch (type) {
    case 'string':
      return textOf(schema, values[name]);
    case 'number':
    case 'integer':
      return fc.integer({ min: -2, max: 6 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueOf(schema.items, values, name), { minLength: schema.minItems ?? 0, maxLength: 2 });
    case 'object':
      return objectOf(schema, values, name);
    default:
      return fc.constantFrom('x', 1, true, null);
  }
};

const textOf = ({ format }, known) => {
  if (format === 'uri') return fc.constantFrom('data:text/plain,x', 'data:,', 'http://127.0.0.1:1/x');
  return known ? fc.constantFrom(...known) : fc.string({ maxLength: 8 });
};

const objectOf = ({ properties, required = [], additionalProperties }, values, name) => {
  if (!properties)
    return fc.dictionary(textOf({}, values[`${name}*`]), valueOf(additionalProperties, values, name), { maxKeys: 2 });
  return fc.record(
    Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, valueOf(schema, values, key)])),
    { requiredKeys: required },
  );
};

/** One thing wrong: something left out, of another type, or unknown. */
const spoilt = (args) => {
  const names = Object.keys(args);
  const unknown = fc.constant({ ...args, unknown: true });
  if (names.length === 0) return unknown;
  return fc.oneof(
    unknown,
    fc.constantFrom(...names).map((name) => Object.fromEntries(Object.entries(args).filter(([key]) => key !== name))),
    fc
      .tuple(fc.constantFrom(...names), fc.constantFrom(null, 7, '7', [], {}, true, '', '{"ok":false}'))
      .map(([name, value]) => ({ ...args, [name]: value })),
  );
};
