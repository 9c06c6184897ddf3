import RandExp from 'randexp';

const deepest = 6;

/**
 * Makes values for schemas of a document. `variant` decides between branches, types and enumerated values; with `full`,
 * optional members are included, and with `nulls`, members are null if they may be.
 *
 * @param {(value: any) => { value: any }} follow
 */
export const createValues = (follow) => {
  const make = (given, place) => {
    const schema = combine(given, place);
    if (place.nulls && place.depth > 0 && acceptsNull(given)) return null;
    if (schema.const !== undefined) return schema.const;
    if (Array.isArray(schema.enum)) {
      const choices = schema.enum.filter((value) => value !== null);
      return choices.length > 0 ? choices[place.variant % choices.length] : null;
    }
    const type = Array.isArray(schema.type) ? pickType(schema.type, place) : typeOf(schema);
    if (type === 'object') return objectOf(schema, place);
    if (type === 'array') return arrayOf(schema, place);
    if (type === 'boolean') return place.variant % 2 === 0;
    if (type === 'integer' || type === 'number') return numberOf(schema, type, place);
    if (type === 'null') return null;
    return textOf(schema, place);
  };

  /** One schema for a composed one: all parts of `allOf`, and one branch of each choice. */
  const combine = (given, place, seen = new Set()) => {
    const { value: schema, beside } = follow(given);
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return {};
    const within = new Set([...seen, schema]);
    const { allOf, oneOf, anyOf, ...own } = schema;
    const choice = (list) => (Array.isArray(list) && list.length > 0 ? [pick(list, place)] : []);
    const parts = [...(Array.isArray(allOf) ? allOf : []), ...choice(oneOf), ...choice(anyOf)];
    return [...parts, ...(beside ? [beside] : [])].map((part) => combine(part, place, within)).reduce(merge, own);
  };

  const acceptsNull = (given) => {
    const schema = follow(given).value;
    const { type, nullable, enum: values } = schema;
    const isNamed = nullable === true || (Array.isArray(type) && type.includes('null')) || values?.includes?.(null);
    return (
      isNamed || [schema.oneOf, schema.anyOf].some((list) => list?.some((each) => follow(each).value.type === 'null'))
    );
  };

  /** Types in turn. */
  const pickType = (types, { variant }) => {
    const named = types.filter((name) => name !== 'null');
    return named[variant % named.length] ?? 'null';
  };

  /** Branches in turn; deep down those that end soonest. */
  const pick = (list, { variant, depth }) => {
    const usable = list.filter((branch) => follow(branch).value.type !== 'null');
    const branches = usable.length > 0 ? usable : list;
    if (depth < deepest) return branches[variant % branches.length];
    return branches.find((branch) => !['object', 'array'].includes(follow(branch).value.type)) ?? branches[0];
  };

  const objectOf = (schema, place) => {
    const { properties = {}, required = [], additionalProperties } = schema;
    const inner = { ...place, depth: place.depth + 1 };
    const value = {};
    for (const [name, member] of Object.entries(properties)) {
      const target = follow(member).value;
      if (target.readOnly === true || member.readOnly === true || combine(member, place).readOnly === true) continue;
      const isNeeded = required.includes(name);
      if (!isNeeded && (!place.full || place.depth >= deepest)) continue;
      if (place.depth > 3 * deepest) throw new Error('endless');
      value[name] = make(member, inner);
    }
    for (const name of required) {
      if (!(name in properties))
        value[name] = make(typeof additionalProperties === 'object' ? additionalProperties : { type: 'string' }, inner);
    }
    const isOpen =
      additionalProperties === true || (typeof additionalProperties === 'object' && additionalProperties !== null);
    const least = schema.minProperties ?? (isOpen && place.full ? Object.keys(value).length + 1 : 0);
    for (let index = 1; Object.keys(value).length < least && index <= least; index += 1) {
      value[`key_${index}`] = make(
        isOpen && additionalProperties !== true ? additionalProperties : { type: 'string' },
        inner,
      );
    }
    return value;
  };

  const arrayOf = (schema, place) => {
    const { items = {}, minItems = 0, maxItems = Infinity } = schema;
    // Outside JSON, an empty list cannot be told from none.
    const wanted = place.depth >= deepest ? 0 : place.full ? 2 : 1;
    const length = Math.min(Math.max(minItems, wanted), maxItems, 50);
    const list = [];
    for (let index = 0; index < length; index += 1) {
      list.push(make(items, { ...place, variant: place.variant + index, depth: place.depth + 1 }));
    }
    if (schema.uniqueItems !== true) return list;
    const unique = [...new Map(list.map((item) => [JSON.stringify(item), item])).values()];
    return unique;
  };
  return {
    make: (schema, { variant = 0, full = true, nulls = false } = {}) =>
      make(schema, { variant, full, nulls, depth: 0 }),
    combine,
  };
};

const merge = (one, other) => {
  const merged = { ...one };
  for (const [key, value] of Object.entries(other)) {
    if (merged[key] === undefined) merged[key] = value;
    else if (key === 'properties') merged[key] = mergeMembers(merged[key], value);
    else if (key === 'required') merged[key] = [...new Set([...merged[key], ...value])];
    else if (key === 'enum') {
      const common = merged[key].filter((item) => value.includes(item));
      merged[key] = common.length > 0 ? common : merged[key];
    } else if (key === 'minLength' || key === 'minimum' || key === 'minItems')
      merged[key] = Math.max(merged[key], value);
    else if (key === 'maxLength' || key === 'maximum' || key === 'maxItems') merged[key] = Math.min(merged[key], value);
  }
  return merged;
};

const mergeMembers = (one, other) => {
  const merged = { ...one };
  for (const [name, schema] of Object.entries(other)) {
    merged[name] = merged[name] === undefined ? schema : { allOf: [merged[name], schema] };
  }
  return merged;
};

export const typeOf = (schema) => {
  const { type } = schema;
  if (Array.isArray(type)) return type.find((name) => name !== 'null') ?? 'null';
  if (typeof type === 'string') return type;
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return 'object';
  if (schema.items !== undefined) return 'array';
  if (schema.minimum !== undefined || schema.maximum !== undefined) return 'number';
  return 'string';
};

const numberOf = (schema, type, { variant }) => {
  const step = schema.multipleOf ?? (type === 'integer' ? 1 : 0.5);
  const exclusive = (key) => (typeof schema[key] === 'number' ? schema[key] : undefined);
  const low = exclusive('exclusiveMinimum') ?? schema.minimum;
  const high = exclusive('exclusiveMaximum') ?? schema.maximum;
  const start = low ?? (high === undefined ? 1 : Math.min(1, high - 2 * step));
  let value = Math.ceil(start / step) * step;
  if (value <= start && (schema.exclusiveMinimum === true || exclusive('exclusiveMinimum') !== undefined))
    value += step;
  const next = value + (variant % 3) * step;
  return high === undefined || next < high || (next === high && schema.exclusiveMaximum !== true) ? next : value;
};

const samples = {
  'date-time': () => '2024-05-06T07:08:09Z',
  date: () => '2024-05-06',
  time: () => '07:08:09Z',
  uuid: () => '9f1b2c3d-4e5f-4a6b-8c7d-0e1f2a3b4c5d',
  email: () => 'ada@example.org',
  uri: () => 'https://example.org/a/b?c=d',
  url: () => 'https://example.org/a/b?c=d',
  'uri-reference': () => '/a/b?c=d',
  hostname: () => 'host.example.org',
  ipv4: () => '192.0.2.7',
  ipv6: () => '2001:db8::7',
  byte: () => 'aGVsbG8gd29ybGQ=',
  duration: () => 'P1DT2H',
};
/** Characters that every encoding has to keep. */
const texts = ['plain', 'a b&c=d', 'ä+ö/%20', 'x,y;z', '[q] "r"'];

const textOf = (schema, { variant }) => {
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
  const known = Object.hasOwn(samples, format ?? '') ? samples[format]() : undefined;
  if (known !== undefined && known.length >= minLength && known.length <= maxLength && suits(known, pattern))
    return known;
  if (typeof pattern === 'string') {
    const made = fromPattern(pattern, variant, minLength, maxLength);
    if (made !== undefined) return made;
  }
  const sample = known ?? texts[variant % texts.length];
  const long = sample.length < minLength ? sample + 'x'.repeat(minLength - sample.length) : sample;
  return Array.from(long).slice(0, maxLength).join('');
};

const suits = (text, pattern) => {
  if (typeof pattern !== 'string') return true;
  try {
    return new RegExp(pattern).test(text);
  } catch {
    return true;
  }
};

const fromPattern = (pattern, variant, minLength, maxLength) => {
  let expression;
  try {
    expression = new RegExp(pattern, 'u');
  } catch {
    try {
      expression = new RegExp(pattern);
    } catch {
      return undefined;
    }
  }
  let seed = 7 + variant;
  const random = (from, to) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return from + (seed % (to - from + 1));
  };
  for (const max of [Math.max(minLength, 3), 20, 64, 0]) {
    const maker = new RandExp(new RegExp(pattern));
    maker.max = max;
    maker.randInt = random;
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const made = maker.gen();
      const padded = made.length < minLength ? made + 'a'.repeat(minLength - made.length) : made;
      for (const candidate of [made, padded]) {
        if (candidate.length >= minLength && candidate.length <= maxLength && expression.test(candidate))
          return candidate;
      }
    }
  }
  return undefined;
};
