import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const require = createRequire(import.meta.url);
const file = require.resolve('@octokit/openapi').replace(/index\.js$/, 'generated/api.github.com.json');

/** GitHub's description, read once: thirteen megabytes. */
const description = JSON.parse(readFileSync(file, 'utf8'));

const operations = new Map(
  Object.values(description.paths)
    .flatMap((path) => Object.values(path))
    .map((operation) => [operation.operationId, operation]),
);

const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
addFormats.default(ajv);
for (const format of ['int64', 'repo.nwo', 'float', 'timestamp', 'binary', 'ssh-key']) ajv.addFormat(format, true);
ajv.addSchema({ $id: 'github', components: { schemas: jsonSchemaOf(description.components.schemas) } });

/** OpenAPI 3.0 says `nullable`; JSON Schema lists the type. */
function jsonSchemaOf(value) {
  if (Array.isArray(value)) return value.map(jsonSchemaOf);
  if (value === null || typeof value !== 'object') return value;
  const { nullable, example: _example, examples: _examples, ...rest } = value;
  const schema = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, jsonSchemaOf(inner)]));
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref.replace('#/', 'github#/') };
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function responseOf(operationId, status) {
  const response = operations.get(operationId)?.responses?.[String(status)];
  return response?.$ref ? description.components.responses[response.$ref.split('/').at(-1)] : response;
}

/** The statuses that GitHub publishes for an operation. */
export function publishedStatuses(operationId) {
  return Object.keys(operations.get(operationId)?.responses ?? {}).map(Number);
}

/** Two published errors have no required field, so that "exactly one of them" refuses GitHub's own examples. */
function unambiguous(schema, status) {
  const { oneOf, ...rest } = schema;
  return oneOf && status >= 400 ? { ...rest, anyOf: oneOf } : schema;
}

const compiled = new Map();

/**
 * Checks a body against what GitHub publishes for (operation, status). Where GitHub publishes nothing for that
 * status, a refusal must at least be its basic error, and a success is a finding.
 */
export function checkAgainstPublished(operationId, status, mediaType, body) {
  const response = responseOf(operationId, status);
  const declared = response !== undefined;
  const media = response?.content?.[mediaType];
  if ((declared && media === undefined) || status === 304) return { declared, errors: [] };
  if (!declared && status < 300) return { declared, errors: ['a success that GitHub does not publish'] };
  const key = declared ? `${operationId} ${status} ${mediaType}` : 'basic-error';
  if (!compiled.has(key)) {
    const schema = declared
      ? unambiguous(jsonSchemaOf(media.schema), status)
      : { $ref: 'github#/components/schemas/basic-error' };
    compiled.set(key, ajv.compile(schema));
  }
  const validate = compiled.get(key);
  const errors = validate(body) ? [] : validate.errors.map((error) => `${error.instancePath || '/'} ${error.message}`);
  return { declared, errors };
}
