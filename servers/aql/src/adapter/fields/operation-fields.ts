import type { Auth, Category } from '../adapter.ts';
import { boolean, fields, ignored, list, named, text } from '../rules/index.ts';
import type { Section } from '../rules/index.ts';
import type { Report } from '../rules/findings.ts';
import { reservedNames } from '../reserved-names.ts';
import { dangerFields } from './danger-fields.ts';
import { endpoint } from './endpoint.ts';
import { examples } from './example-fields.ts';
import { isSnake, snakeName } from './names.ts';
import { paging } from './paging-fields.ts';
import { parameters } from './parameter-fields.ts';
import type { Shared } from './parameter-fields.ts';
import { returns } from './type-fields.ts';

/** The media types of bodies: JSON, forms, and others for a string or file as a whole. */
const mediaType = text({
  longest: 128,
  pattern: /^(?:multipart\/form-data|(?!multipart\/)[a-z]+\/(?:\*|[a-z0-9][\w.+-]*))$/i,
  expected: "a media type such as 'application/json', or 'multipart/form-data'",
});

/** One or more media types that an answer may have. */
const accept = text({
  longest: 500,
  pattern: /^[a-z*]+\/[\w.+*-]+(?:, ?[a-z*]+\/[\w.+*-]+)*$/i,
  expected: "media types such as 'application/pdf' or 'text/csv, text/plain'",
});

const fieldPath = text({ longest: 200, pattern: /^\w+(?:\.\w+)*$/, expected: 'a field such as owner.login' });

const memberPath = text({ longest: 500, pattern: /^[^\s.]+(?:\.[^\s.]+)*$/, expected: 'a member such as owner.id' });
export const mostReadOnly = 200;

const operationFields = {
  name: snakeName('Operation', reservedNames),
  maps_to: endpoint,
  description: text(),
  tags: list(text({ longest: 100 }), { most: 20 }),
  params: parameters,
  body: mediaType,
  accept,
  input: parameters,
  read_with: text(),
  read_only: list(memberPath, { most: mostReadOnly }),
  auth: text({ longest: 64, expected: "a name under 'other_auth', or 'none'" }),
  ...dangerFields,
  resource: fields({ type: text({ longest: 100 }), id: text({ longest: 200 }) }),
  pagination: paging,
  supports_fields: ignored(),
  default_fields: list(fieldPath),
  field_sets: named(list(fieldPath, { least: 1 }), isSnake('Field set', new Set(['full']))),
  response: returns,
  returns,
  examples,
  idempotent: boolean,
  non_idempotent: boolean,
} as const;

export type OperationSection = Section<typeof operationFields>;

export const operation = fields(operationFields, {
  required: { name: 'the name of the operation', maps_to: "a method and a path, such as 'GET /items'" },
  advice: {
    parameters: "did you mean 'params'?",
    http: "write maps_to: 'GET /path'",
    error_mapping: "move it to the top level, next to 'operations'",
  },
});

/** The parts of the file that an operation depends on. */
export interface OperationContext {
  readonly category: Category;
  readonly shared: Shared;
  /** The authentication methods under `other_auth`, and `none`. */
  readonly auths: ReadonlyMap<string, Auth | undefined>;
  readonly typeNames: readonly string[];
  readonly report: Report;
}
