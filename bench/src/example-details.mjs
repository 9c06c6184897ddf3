import { z } from 'zod';

/**
 * Values as servers write them, by the name of the field; the first pattern that matches counts. Their form matters:
 * tokenizers need many tokens for ids and digests and few for sentences.
 *
 * @type {readonly (readonly [RegExp, string])[]}
 */
const texts = [
  [/token$/, 'conf_3ErGZrq-UNkqus_etbZxmnSG7hZuekMJ2jsuILWFCN4'],
  [/(?:sha|digest|hash|commit)$/, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'],
  [/(?:url|guide)$/, 'https://docs.example.com/errors#limits'],
  [/(?:paths?|files?|root|location|directories|document|source)$/, 'src/reports/weekly-summary.ts'],
  [/(?:message|reasons?|error|rule|tail|suggestion|condition)$/, 'The branch has commits that are on no other branch'],
  [/(?:^|_)ids?$/, '3f0c1c9e-7a4b-4d0e-9c57-2f6a1b8d4e90'],
  [/(?:versions?|range)$/, '2.4.1'],
  [/(?:params?|fields?|name|argument|key)$/, 'merge_method'],
  [/(?:operation|tool|available|method)$/, 'create_pull_request'],
];
const otherText = 'feature/search';

/**
 * Details that fit a code: only what it requires, or everything that it may say.
 *
 * @param {import('@recourse/contract').CodeDefinition} definition
 * @param {'required' | 'all'} extent
 */
export const exampleDetails = (definition, extent) =>
  exampleObject(z.toJSONSchema(definition.details()), { extent, name: '' });

/**
 * @typedef {{ readonly [keyword: string]: any }} Schema
 * @typedef {{ readonly extent: 'required' | 'all', readonly name: string }} Place
 */

/** @type {(schema: Schema, place: Place) => any} */
const exampleOf = (schema, place) => {
  // The only recursive schema among the details is that of any JSON value.
  if (schema['$ref'] !== undefined) return 'squash';
  if (schema['const'] !== undefined) return schema['const'];
  if (schema['enum'] !== undefined) return schema['enum'][0];
  const alternative = schema['anyOf']?.[0];
  if (alternative !== undefined) return exampleOf(alternative, place);
  if (schema['type'] === 'object') return exampleObject(schema, place);
  if (schema['type'] === 'array') return [exampleOf(schema['items'] ?? {}, place)];
  if (schema['type'] === 'boolean') return true;
  if (schema['type'] === 'integer' || schema['type'] === 'number') return exampleNumber(schema);
  if (schema['format'] === 'date-time') return '2026-11-15T10:30:00Z';
  return texts.find(([pattern]) => pattern.test(place.name))?.[1] ?? otherText;
};

/** @type {(schema: Schema, place: Place) => import('@recourse/contract').JsonObject} */
const exampleObject = (schema, place) => {
  const required = new Set(schema['required'] ?? []);
  return Object.fromEntries(
    entriesOf(schema['properties'])
      .filter(([name]) => place.extent === 'all' || required.has(name))
      .map(([name, property]) => [name, exampleOf(property, { ...place, name })]),
  );
};

/** @type {(properties?: Readonly<Record<string, Schema>>) => [string, Schema][]} */
const entriesOf = (properties = {}) => Object.entries(properties);

/** @param {Schema} schema */
const exampleNumber = (schema) => Math.min(Math.max(42, schema['minimum'] ?? 0), schema['maximum'] ?? Infinity);
