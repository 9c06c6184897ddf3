import { createValues } from './values.mjs';

/** OpenAPI ignores the first three as parameters; the last one follows from the body. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization', 'content-length']);
/** Whether a parameter is a header that the runtime writes by itself. */
export const isIgnored = ({ in: place, name }) => place === 'header' && ignoredHeaders.has(name.toLowerCase());
const mostVariants = 6;

/**
 * Plans the calls of one operation: values for its parameters and its body that the document accepts. The first has
 * only the required ones, the others everything, each with other branches and values.
 */
export const createPlanner = ({ follow, validator }) => {
  const values = createValues(follow);

  const valueFor = async ({ schema, pointer, media, in: place }, options) => {
    const tries = [
      options,
      { ...options, nulls: false },
      { ...options, variant: options.variant + 1 },
      { ...options, variant: options.variant + 2 },
      { ...options, full: false },
      { ...options, full: !options.full, variant: 0 },
    ];
    let problem;
    for (const candidate of [...tries.map((each) => () => values.make(schema, each)), ...examplesOf(schema, follow)]) {
      let value;
      try {
        value = candidate();
      } catch (error) {
        problem = error.message;
        continue;
      }
      if (isTooLarge(value)) problem = 'too large';
      else if (place === undefined && isLost(media, value)) problem = 'an empty list or object';
      else problem = await validator.problem(pointer, value);
      if (problem === undefined) return { value };
    }
    return { problem };
  };

  const planOne = async (operation, body, options) => {
    const parameters = [];
    for (const parameter of operation.parameters) {
      if (isIgnored(parameter)) continue;
      if (!parameter.required && !options.full) continue;
      const made = await valueFor(parameter, options);
      if (made.problem !== undefined && parameter.required) {
        return { problem: `no value for '${parameter.name}': ${made.problem}` };
      }
      if (made.problem === undefined && isSendable(parameter, made.value))
        parameters.push({ ...parameter, value: made.value });
    }
    if (!body || (!options.full && !operation.isBodyRequired)) return { parameters };
    const made = await valueFor(body, options);
    return made.problem === undefined
      ? { parameters, body: { ...body, value: made.value } }
      : { problem: `no value for the body: ${made.problem}` };
  };

  /**
   * @param {{ media: string } | undefined} body the one that the adapter sends
   * @param {{ takesNull: boolean }} options whether null is sent, and not what removes a member
   */
  return async (operation, body, { takesNull }) => {
    const branches = Math.max(
      1,
      ...[...operation.parameters, ...(body ? [body] : [])].map(({ schema }) => branchesIn(schema, follow)),
    );
    const plans = [await planOne(operation, body, { full: false, variant: 0 })];
    for (let variant = 0; variant < Math.min(branches + 1, mostVariants); variant += 1) {
      plans.push(await planOne(operation, body, { full: true, variant }));
    }
    if (takesNull && body && /json/.test(body.media)) {
      const nulls = await planOne(operation, body, { full: true, variant: 0, nulls: true });
      if (nulls.problem === undefined) plans.push(nulls);
    }
    return plans;
  };
};

/** A request takes 1 MiB at most. */
const isTooLarge = (value) => (JSON.stringify(value)?.length ?? 0) > 500_000;

/** An empty value in a path, and an empty list anywhere but in a body, is the same as none. */
const isSendable = ({ in: place }, value) => {
  if (Array.isArray(value) && value.length === 0) return false;
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return false;
  if (place === 'header') return typeof value !== 'string' || /^[\x20-\x7e]*$/.test(value);
  return place !== 'path' || value !== '';
};

/** Forms cannot carry an empty list or object. */
const isLost = (media, value) => {
  if (media.startsWith('multipart/'))
    return Object.values(value ?? {}).some((each) => Array.isArray(each) && each.length === 0);
  return /form-urlencoded/.test(media) && Object.values(value ?? {}).some(holdsEmpty);
};
const holdsEmpty = (value) =>
  typeof value === 'object' &&
  value !== null &&
  (Object.keys(value).length === 0 || Object.values(value).some(holdsEmpty));

const examplesOf = (given, follow) => {
  const schema = follow(given).value;
  const listed = [schema.example, schema.default, ...(Array.isArray(schema.examples) ? schema.examples : [])];
  return listed.filter((value) => value !== undefined).map((value) => () => value);
};

const branchesIn = (given, follow, depth = 3) => {
  const schema = follow(given).value;
  if (depth === 0 || typeof schema !== 'object' || schema === null) return 1;
  const types = Array.isArray(schema.type) ? schema.type.length : 1;
  const own = Math.max(schema.oneOf?.length ?? 1, schema.anyOf?.length ?? 1, types);
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.allOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  return Math.max(own, ...inner.map((each) => branchesIn(each, follow, depth - 1)));
};
