import type { Adapter, AdapterOperation } from '../adapter/adapter.ts';
import type { Endpoint } from './endpoint.ts';

/** About 300 tokens: what does not fit is found by introspection. */
const longestList = 1200;

/** The description of an endpoint for the model: the API, a summary of the operations, and how to learn more. */
export const describeEndpoint = (adapter: Adapter, endpoint: Endpoint): string => {
  const operations = adapter.operations.filter(({ category }) => endpoint.categories.includes(category));
  const [only] = endpoint.categories.length === 1 ? endpoint.categories : [];
  const about = only === undefined ? 'Every operation of' : verbs[only];
  return [
    `${about} ${adapter.name}: ${sentence(adapter.description)}`,
    operations.length === 0 ? 'The only operation is introspect.' : `Operations: ${listed(operations)}.`,
    "Call {operation: 'introspect', params: {query: 'operations', name}} for the parameters of an operation.",
  ].join(' ');
};

const verbs = {
  create: 'Adds to',
  read: 'Reads from',
  update: 'Changes data in',
  delete: 'Removes from',
  execute: 'Acts on',
} as const;

const sentence = (text: string): string => (/[.!?]$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`);

const listed = (operations: readonly AdapterOperation[]): string => {
  const words = operations.map(signature);
  let kept = words.length;
  let length = words.join(', ').length;
  while (kept > 1 && length > longestList) {
    kept -= 1;
    length -= (words[kept]?.length ?? 0) + 2;
  }
  const more = kept < words.length ? ` and ${words.length - kept} more` : '';
  return `${words.slice(0, kept).join(', ')}${more}`;
};

/** The name, and what cannot be left out. */
const signature = ({ name, parameters, category }: AdapterOperation): string => {
  const required = parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name);
  if (category === 'update') required.push('input');
  return `${name}(${required.join(', ')})`;
};
