import { categories } from '../adapter.ts';
import type { Category } from '../adapter.ts';
import { fields, ignored, list, named, oneOf, text } from '../rules/index.ts';
import type { Rule } from '../rules/index.ts';
import { auth } from './auth-fields.ts';
import { errorCodes, errorMapping } from './error-fields.ts';
import { rateLimits } from './limit-fields.ts';
import { isHeaderName, isSnake } from './names.ts';
import { operation } from './operation-fields.ts';
import { parameters } from './parameter-fields.ts';
import { target } from './target-fields.ts';
import { trust } from './trust-fields.ts';
import { types } from './type-fields.ts';
import { schemaVersion } from './version-fields.ts';

const name = text({
  pattern: /^[a-z][a-z0-9-]{0,62}[a-z0-9]$/,
  expected: '2 to 64 lower-case letters, digits and hyphens, starting with a letter and not ending with a hyphen',
});

const semver = text({
  longest: 64,
  pattern: /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/,
  expected: "a version such as '1.0.0', in quotes",
});

/** A header's value: one line of plain characters. */
const headerValue = text({
  longest: 1000,
  pattern: /^[\x20-\x7e]+$/,
  expected: 'one line of printable ASCII characters',
});

const operations = fields(
  Object.fromEntries(categories.map((category) => [category, list(operation, { most: 2000 })])) as Record<
    Category,
    Rule<readonly NonNullable<ReturnType<typeof operation>>[]>
  >,
);

/** Every field of an adapter file, in both dialects, and the rule for each. This table is the format. */
const adapterFields = {
  name,
  type: oneOf(['adapter']),
  version: semver,
  schema_version: schemaVersion,
  description: text({ longest: 2000 }),
  target,
  auth,
  other_auth: named(auth, isSnake('Auth', new Set(['none']))),
  headers: named(headerValue, isHeaderName),
  trust,
  operations,
  shared_parameters: parameters,
  types,
  error_codes: errorCodes,
  error_mapping: errorMapping,
  statuses: oneOf(['corrected', 'strict']),
  rate_limits: rateLimits,
  author: ignored(),
  tags: ignored(),
  triggers: ignored(),
  created: ignored(),
  modified: ignored(),
  license: ignored(),
} as const;

export const adapterRule = fields(adapterFields, {
  required: {
    name: 'the name of the adapter',
    type: "'adapter'",
    version: "a version such as '1.0.0'",
    description: 'a description of the adapter',
    target: 'the address of the API',
    operations: 'operations under create, read, update, delete or execute',
  },
  advice: {
    base_url: "write it under 'target'",
    endpoints: "did you mean 'operations'?",
    adapter: 'put its fields at the top level instead',
  },
});
