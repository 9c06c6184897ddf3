/** The operations of each resource; together with `get_item` they make an adapter of any size. */
const kinds = [
  { category: 'create', verb: 'create', method: 'POST', path: '' },
  { category: 'read', verb: 'get', method: 'GET', path: '/{id}' },
  { category: 'read', verb: 'list', method: 'GET', path: '' },
  { category: 'update', verb: 'update', method: 'PATCH', path: '/{id}' },
  { category: 'delete', verb: 'delete', method: 'DELETE', path: '/{id}' },
];

/** The call that every adapter of any size can make, and its answer. */
export const question = {
  tool: 'mcp_aql_read',
  arguments: { operation: 'get_item', params: { id: 7, language: 'en', currency: 'EUR' } },
};

/** The same request without us. */
export const target = '/items/7?language=en&currency=EUR';

/** The answer of the API: about a kilobyte, the size of one typical object. */
export const answer = {
  id: 7,
  name: 'A lamp for the desk',
  owner: { id: 12, login: 'mira', url: 'https://api.example.org/users/mira' },
  prices: Array.from({ length: 6 }, (_, index) => ({ currency: 'EUR', amount: 1200 + index, from: '2026-01-01' })),
  tags: ['light', 'desk', 'indoors', 'brass'],
  stock: { warehouse: 'north', count: 31, reserved: 2 },
  description: 'Turns its head, and remembers where it looked. '.repeat(6).trim(),
  created_at: '2026-01-28T12:00:00Z',
  archived: false,
};

/**
 * An adapter as a file, with `size` operations of six parameters each. The one that is called comes after all other
 * reads, so that a search from the front takes longest.
 *
 * @param {string} baseUrl
 * @param {number} size
 */
export const adapterText = (baseUrl, size) => {
  const others = Array.from({ length: size - 1 }, (_, index) => operationOf(index));
  const lists = ['create', 'read', 'update', 'delete'].map((category) => {
    const own = others.filter((one) => one.category === category).map(({ text }) => text);
    return `  ${category}:\n${[...own, ...(category === 'read' ? [getItem] : [])].join('')}`;
  });
  return `---
name: bench
type: adapter
version: "1.0.0"
description: An API of ${size} operations
trust: { level: certified }
target: { base_url: "${baseUrl}", transport: http, protocol: rest, serialization: json }
auth: { type: bearer, token_env: BENCH_TOKEN }
operations:
${lists.join('')}---
`;
};

/** @param {number} index */
const operationOf = (index) => {
  const { category, verb, method, path } = kinds[index % kinds.length] ?? {
    category: '',
    verb: '',
    method: '',
    path: '',
  };
  const name = `${verb}_thing_${Math.floor(index / kinds.length)}`;
  const text = `    - name: ${name}
      maps_to: "${method} /things_${index}${path}"
      description: What ${name} does, in a sentence of usual length
      params:
${path === '' ? '        page_size: { type: integer, minimum: 1, maximum: 100, default: 30 }' : '        id: { type: integer, required: true, minimum: 1 }'}
        language: { type: string, enum: [en, de, es, fr], description: The language of the answer }
        currency: { type: string, pattern: "^[A-Z]{3}$", description: The currency of prices }
        ratio: { type: number, minimum: 0, maximum: 1 }
        labels: { type: array, items: { type: string, maxLength: 40 }, maxItems: 10 }
        dry: { type: boolean, default: false }
`;
  return { category, text };
};

const getItem = `    - name: get_item
      maps_to: "GET /items/{id}"
      description: One item
      params:
        id: { type: integer, required: true, minimum: 1 }
        language: { type: string, enum: [en, de, es, fr] }
        currency: { type: string, pattern: "^[A-Z]{3}$" }
        ratio: { type: number, minimum: 0, maximum: 1 }
        labels: { type: array, items: { type: string, maxLength: 40 }, maxItems: 10 }
        dry: { type: boolean }
      resource: { type: item, id: "{id}" }
`;
