import { isJsonObject } from '@recourse/contract';
import type { JsonSchema } from '@recourse/contract';

const longestSchema = 256 * 1024;
const deepestSchema = 64;
const mostReferences = 500;

/**
 * Lists the problems of a foreign schema before it is compiled: a schema determines how long its compiler runs,
 * and a reference may point outside the document.
 */
export const foreignSchemaProblems = (schema: JsonSchema): readonly string[] => {
  const problems: string[] = [];
  let references = 0;
  const visit = (value: unknown, path: string, depth: number): void => {
    if (depth > deepestSchema) {
      if (problems.length === 0) problems.push(`: nested deeper than ${deepestSchema} levels`);
      return;
    }
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`, depth + 1);
      return;
    }
    if (!isJsonObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      const isReference = key === '$ref' || key === '$dynamicRef';
      if (isReference && typeof inner === 'string') {
        references += 1;
        if (!inner.startsWith('#')) problems.push(`${path}.${key}: '${inner}' points outside the document`);
      }
      visit(inner, `${path}.${key}`, depth + 1);
    }
  };
  visit(schema, '', 0);
  if (references > mostReferences) problems.push(`: more than ${mostReferences} references`);
  if (problems.length > 0) return problems;
  if (JSON.stringify(schema).length > longestSchema) return [`: longer than ${longestSchema} characters of JSON`];
  return schema['type'] === 'object' ? [] : [": must be of type 'object'"];
};
