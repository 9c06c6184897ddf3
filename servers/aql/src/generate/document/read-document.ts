import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { createLines } from '@recourse/yaml';
import type { YamlTree } from '@recourse/yaml';
import { clean } from './clean.ts';
import { DocumentError } from './document-error.ts';
import { parseText } from './parse-text.ts';
import { positionsIn } from './positions.ts';

/** GitHub's description has 13 MB. */
const maximumBytes = 16 * 1024 * 1024;

/** Reads the text of an OpenAPI document, JSON or YAML. Nothing else is fetched: a reference to elsewhere is refused. */
export const readDocument = (text: string): JsonObject => {
  const bytes = Buffer.byteLength(text);
  if (bytes > maximumBytes) {
    throw new DocumentError(`The document has ${bytes} bytes; the limit is ${maximumBytes}.`);
  }
  const { value, externals } = clean(parse(text.replace(/^\uFEFF/, '')));
  if (!isJsonObject(value)) throw new DocumentError('This is not an OpenAPI document: it is not an object.');
  expectVersion(value);
  if (externals.length > 0) {
    const positions = positionsIn(text);
    throw new DocumentError(
      'The document refers to other files or URLs, which are not fetched. Bundle it into one file first.',
      externals.slice(0, 20).map(({ at, reference }) => ({
        message: `'${reference}' is outside the document`,
        ...positions(at),
      })),
    );
  }
  return value;
};

const parse = (text: string): unknown => (/^\s*\{/.test(text) ? parseJson(text) : parseYaml(text));

/** JSON with its own parser, which is many times faster; what looks like JSON and is not may still be YAML's flow style. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return parseYaml(text);
  }
};

const parseYaml = (text: string): unknown => {
  const { root, findings } = parseText(text);
  if (findings.length > 0) {
    const lines = createLines(text);
    throw new DocumentError(
      'The document is neither valid JSON nor valid YAML.',
      findings.slice(0, 20).map(({ offset, message }) => ({ message, ...lines.at(offset) })),
    );
  }
  return root && plainValue(root);
};

const plainValue = (tree: YamlTree): unknown => {
  if (tree.kind === 'value') return tree.value;
  if (tree.kind === 'list') return tree.items.map(plainValue);
  return Object.fromEntries([...tree.entries].map(([key, { value }]) => [key, plainValue(value)]));
};

const expectVersion = (document: JsonObject): void => {
  const { swagger, openapi, asyncapi } = document as Record<string, unknown>;
  if (swagger !== undefined) {
    throw new DocumentError(
      `This is Swagger ${String(swagger)}, the format before OpenAPI 3. Convert it first, for example with 'npx swagger2openapi --outfile openapi.yaml <file>'.`,
    );
  }
  if (openapi === undefined) {
    const meant = asyncapi === undefined ? '' : ' AsyncAPI describes messages, not requests.';
    throw new DocumentError(`This is not an OpenAPI document: it has no field 'openapi'.${meant}`);
  }
  if (typeof openapi !== 'string' || !/^3\.[01](\.\d+)?(-.*)?$/.test(openapi)) {
    throw new DocumentError(`OpenAPI ${JSON.stringify(openapi)} is not supported; use 3.0 or 3.1.`);
  }
};
