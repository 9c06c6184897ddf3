import {
  registerSchema,
  setShouldValidateSchema,
  unregisterSchema,
  validate,
} from '@hyperjump/json-schema/openapi-3-0';
import '@hyperjump/json-schema/openapi-3-1';
import { withoutHash } from './open-document.mjs';

// Published documents break rules of the specification that the checks do not depend on.
setShouldValidateSchema(false);

const dialects = {
  '3.0': 'https://spec.openapis.org/oas/3.0/schema',
  3.1: 'https://spec.openapis.org/oas/3.1/schema-base',
};

/**
 * Validates values against schemas where they are in the document, with a validator that the runtime does not use.
 *
 * @param {any} document
 */
export const createValidator = (document) => {
  const id = `https://roundtrip.example/${Math.random().toString(36).slice(2)}`;
  registerSchema(forRequests(document), id, dialects[document.openapi.slice(0, 3)]);
  const known = new Map();
  return {
    /** Undefined if the value is valid. */
    problem: async (pointer, value) => {
      if (pointer === undefined) return undefined;
      const check = known.get(pointer) ?? (await validate(`${id}${pointer}`));
      known.set(pointer, check);
      const { valid, errors } = check(value, 'BASIC');
      if (valid) return undefined;
      const deepest = (errors ?? []).toSorted((a, b) => b.instanceLocation.length - a.instanceLocation.length)[0];
      return deepest ? `${deepest.instanceLocation} ${deepest.keyword.split('/').at(-1)}` : 'is not valid';
    },
    close: () => unregisterSchema(id),
  };
};

/**
 * The document with the rule for requests applied, as OpenAPI has it: a property that is read-only is not part of
 * them, so `required` does not apply to it.
 */
const forRequests = (document) => {
  const isReadOnly = (schema) => {
    let found = schema;
    for (let steps = 0; typeof found?.$ref === 'string' && steps < 20; steps += 1) {
      if (found.readOnly === true) return true;
      let target = document;
      for (const token of found.$ref.replace(/^#\/?/, '').split('/')) {
        target = target?.[decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')];
      }
      found = target;
    }
    return found?.readOnly === true;
  };
  const copy = (value) => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    const copied = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
    if (typeof value.pattern === 'string' && !isPattern(value.pattern)) delete copied.pattern;
    if (Array.isArray(value.required) && typeof value.properties === 'object') {
      const required = value.required.filter((name) => !isReadOnly(value.properties?.[name]));
      if (required.length > 0) copied.required = required;
      else delete copied.required;
    }
    return copied;
  };
  const paths = Object.entries(document.paths).map(([path, item]) => [withoutHash(path), item]);
  return copy({ ...document, paths: Object.fromEntries(paths) });
};

/** The validator compiles patterns with the flag `u`; a published pattern that is not valid so says nothing. */
const isPattern = (source) => {
  try {
    RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
};
