import fc from 'fast-check';
import type { Json, JsonObject } from '@recourse/contract';
import { categories } from '../../src/adapter/adapter.ts';
import type { Category } from '../../src/adapter/adapter.ts';

/** The methods that an operation of a category may have; an update by PUT needs an operation that reads. */
const methodsOf: Readonly<Record<Category, readonly string[]>> = {
  create: ['POST', 'PUT'],
  read: ['GET', 'HEAD', 'POST'],
  update: ['PATCH', 'POST'],
  delete: ['DELETE'],
  execute: ['POST', 'GET'],
};

interface Drafted {
  readonly category: Category;
  readonly operation: (index: number) => JsonObject;
}

const name = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/u).filter((text) => !taken.has(text));
/** Names that mean something else in a request. */
const taken: ReadonlySet<string> = new Set(['input', 'fields', 'first', 'after', 'last', 'before', 'params']);

const parameter = (place: string) =>
  fc
    .record({
      type: fc.constantFrom(
        ...(place === 'body' ? ['string', 'integer', 'array', 'object'] : ['string', 'integer', 'array']),
      ),
      array_style: fc.constantFrom('repeat', 'comma'),
      required: fc.boolean(),
      limit: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
      known: fc.boolean(),
    })
    .map(({ type, array_style, required, limit, known }): JsonObject => ({
      type: place === 'path' && type === 'array' ? 'string' : type,
      in: place,
      required: place === 'path' || required,
      ...(type === 'array' && place !== 'path' && { array_style, items: { type: 'string' } }),
      ...(type === 'string' && limit !== undefined && { maxLength: limit }),
      ...(type === 'string' && known && limit === undefined && { enum: ['..', 'a/b', 'plain', '%2e'] }),
    }));

const places = fc.constantFrom('path', 'query', 'header', 'body');

const operation = fc
  .record({ category: fc.constantFrom(...categories), pick: fc.nat(), glued: fc.boolean(), paged: fc.boolean() })
  .chain(({ category, pick, glued, paged }) => {
    const methods = methodsOf[category];
    const method = methods[pick % methods.length] ?? 'GET';
    const withBody = method === 'POST' || method === 'PUT' || method === 'PATCH';
    return fc
      .uniqueArray(name, { maxLength: 4 })
      .chain((names) =>
        fc.tuple(
          ...names.map((each) =>
            places.chain((place) => {
              const allowed = place === 'body' && (!withBody || category === 'update') ? 'query' : place;
              return fc.tuple(fc.constant(each), parameter(allowed));
            }),
          ),
        ),
      )
      .map((pairs): Drafted => {
        const params = pairs.map(([each, field]): readonly [string, JsonObject] => [
          each,
          field['in'] === 'path' ? field : { ...field, wire_name: `w-${each}` },
        ]);
        const holes = params.filter(([, field]) => field['in'] === 'path').map(([each]) => `{${each}}`);
        return {
          category,
          operation: (index) => ({
            name: `op_${index}`,
            maps_to: `${method} /start/${index}/${holes.join(glued ? '-' : '/')}${holes.length > 0 ? '/' : ''}end`,
            description: 'Generated.',
            params: Object.fromEntries(params),
            ...(category === 'update' && { input: { note: { type: 'string', wire_name: 'w-note' } } }),
            ...(paged && category === 'read' && { pagination: paging }),
          }),
        };
      });
  });

const paging = { style: 'offset', param_name: 'p-offset', per_page_param: 'p-limit', default_limit: 5, max_limit: 9 };

/** Whole adapter files: up to six operations of any category, with parameters in every place. */
export const generatedAdapter = (baseUrl: string): fc.Arbitrary<{ readonly text: string }> =>
  fc.array(operation, { minLength: 1, maxLength: 6 }).map((drafted) => {
    const operations: Record<string, Json[]> = {};
    for (const [index, { category, operation: build }] of drafted.entries()) {
      (operations[category] ??= []).push(build(index));
    }
    const file = {
      name: 'generated',
      type: 'adapter',
      version: '1.0.0',
      description: 'Made by a program.',
      target: { base_url: baseUrl, transport: 'http', protocol: 'rest', serialization: 'json' },
      auth: { type: 'none' },
      trust: { level: 'certified' },
      operations,
    };
    // JSON is YAML.
    return { text: JSON.stringify(file, null, 2) };
  });
