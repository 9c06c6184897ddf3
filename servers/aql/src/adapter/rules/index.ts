export { fields } from './fields.ts';
export type { Section } from './fields.ts';
export { list, named, oneOrMore } from './lists.ts';
export type { Named } from './lists.ts';
export type { Rule } from './rule.ts';
export { boolean, either, ignored, json, jsonObject, number, oneOf, text } from './values.ts';
