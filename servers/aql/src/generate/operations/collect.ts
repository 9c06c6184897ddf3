import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { Follow } from '../document/references.ts';
import type { LeftOutEntry } from '../report/report.ts';
import { methods } from '../../adapter/adapter.ts';
import type { Method } from '../../adapter/adapter.ts';
import { matchesGlob } from './glob.ts';

/** One operation as the document has it. */
export interface Found {
  readonly method: Method;
  readonly path: string;
  readonly operationId: string | undefined;
  readonly operation: JsonObject;
  /** The fields of the path that apply to all of its operations. */
  readonly shared: JsonObject;
}

/** Which operations of a document are wanted. */
export interface Selection {
  /** Any of these; every tag if there is none. */
  readonly tags?: readonly string[];
  /** Globs on the operationId, `METHOD /path` or `/path`. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly limit?: number;
}

const documentMethods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'];
/** Far above what the largest published documents have. */
const mostOperations = 10_000;

/** Every operation that was asked for, in the order of the document, and what was not. */
export const collect = (
  document: JsonObject,
  follow: Follow,
  selection: Selection,
): { readonly found: readonly Found[]; readonly leftOut: readonly LeftOutEntry[] } => {
  const found: Found[] = [];
  const leftOut: LeftOutEntry[] = [];
  const limit = selection.limit ?? mostOperations;
  const refuse = (operation: string, reason: LeftOutEntry['reason'], detail = ''): void => {
    leftOut.push({ operation, reason, detail });
  };
  for (const { path, item, method, operation } of everyOperation(document, follow)) {
    const name = `${method.toUpperCase()} ${path}`;
    const known = methods.find((each) => each === method.toUpperCase());
    const operationId = typeof operation['operationId'] === 'string' ? operation['operationId'] : undefined;
    if (!isWanted(selection, operation, [name, path, ...(operationId === undefined ? [] : [operationId])])) {
      refuse(name, 'not_selected');
    } else if (!known) refuse(name, 'unsupported_method', `the method is ${method.toUpperCase()}`);
    else if (found.length >= limit) refuse(name, 'too_many', `the limit is ${limit}`);
    else found.push({ method: known, path, operationId, operation, shared: item });
  }
  const webhooks = document['webhooks'];
  for (const name of Object.keys(isJsonObject(webhooks) ? webhooks : {})) refuse(name, 'webhook');
  return { found, leftOut };
};

const everyOperation = function* (document: JsonObject, follow: Follow) {
  const paths: Json | undefined = document['paths'];
  for (const [path, entry] of Object.entries(isJsonObject(paths) ? paths : {})) {
    if (!path.startsWith('/')) continue;
    const item = follow(entry);
    for (const method of documentMethods) {
      const operation = Object.hasOwn(item, method) ? item[method] : undefined;
      if (isJsonObject(operation)) yield { path, item, method, operation };
    }
  }
};

const isWanted = (
  { tags = [], include = [], exclude = [] }: Selection,
  operation: JsonObject,
  names: readonly string[],
): boolean => {
  const own: readonly unknown[] = Array.isArray(operation['tags']) ? operation['tags'] : [];
  const fits = (globs: readonly string[]): boolean =>
    globs.some((glob) => names.some((name) => matchesGlob(glob, name)));
  return (
    (tags.length === 0 || tags.some((tag) => own.includes(tag))) &&
    (include.length === 0 || fits(include)) &&
    !fits(exclude)
  );
};
