import type { Json, JsonObject } from '@recourse/contract';
import { isJsonObject } from '@recourse/contract';
import type { Category } from '../../adapter/adapter.ts';
import { inferDanger } from '../../adapter/danger/infer-danger.ts';
import { serverUrl } from '../base-url.ts';
import type { Follow } from '../document/references.ts';
import { bodyOf } from '../parameters/body-parameters.ts';
import type { Body } from '../parameters/body-parameters.ts';
import type { DraftParameter } from '../parameters/draft-parameter.ts';
import { nameParameters } from '../parameters/name-parameters.ts';
import { requestParameters } from '../parameters/request-parameters.ts';
import { LeftOut } from '../report/left-out.ts';
import { firstSentence } from '../text.ts';
import { categorise } from './categorise.ts';
import type { Found } from './collect.ts';
import { dangerOf } from './danger-of.ts';
import type { DraftOperation } from './draft-operation.ts';
import { exampleFor } from './example-for.ts';
import { pagingOf } from './paging-of.ts';
import { resourceOf } from './resource-of.ts';
import { returnsOf } from './returns-of.ts';
import { successOf } from './success-of.ts';

/** What every operation of one document is drafted with. */
export interface DraftContext {
  readonly follow: Follow;
  readonly servers: readonly (string | undefined)[];
  /** The operations that read, by path. */
  readonly readers: ReadonlyMap<string, DraftOperation>;
  /** Whether requests are signed as an operation demands. */
  readonly isSigned: (operation: JsonObject) => boolean;
  readonly note: (operation: string, note: string) => void;
}

const descriptionLength = 200;
/** Of one operation. The largest of GitHub's has about 150. */
const describedValues = 400;

/** One operation as the adapter will have it. Throws LeftOut where the runtime could not serve it. */
export const draft = (found: Found, name: string, context: DraftContext): DraftOperation => {
  const { method, path, operation, shared } = found;
  const source = `${method} ${path}`;
  const define = {
    follow: context.follow,
    budget: { left: describedValues },
    note: (note: string) => context.note(source, note),
  };
  expectSendable(found, context);
  const success = successOf(operation, context.follow);
  const takesBody = method !== 'GET' && method !== 'HEAD';
  const body = takesBody ? bodyOf(operation['requestBody'], define) : undefined;
  const category = categorise({
    name,
    method,
    path,
    hasBody: body !== undefined,
    isReadable: context.readers.has(path),
  });
  expectOwnNote(found, category, define.note);
  const given = requestParameters(operation['parameters'], shared['parameters'], path, define);
  const paging = category === 'read' ? pagingOf(given, success, context.follow) : undefined;
  const paged = new Set([paging?.parameter, paging?.sizeParameter]);
  const isUpdate = category === 'update';
  const all = nameParameters([
    ...given.filter((parameter) => parameter.in !== 'query' || !paged.has(parameter.wireName)),
    ...(isUpdate ? [] : flattened(body)),
  ]);
  const resource = resourceOf(path, all);
  const inferred = inferDanger(method, category, name);
  return {
    source,
    name,
    category,
    description: firstSentence(operation['summary'] ?? operation['description'], descriptionLength) || source,
    method,
    path: withOurNames(path, all),
    parameters: all,
    input: isUpdate ? inputOf(method, body) : undefined,
    readWith: isUpdate && method === 'PUT' && body ? readerOf(path, all, context) : undefined,
    danger: dangerOf(operation, {
      category,
      inferred,
      noun: resource?.type.replaceAll('_', ' ') ?? 'resource',
      id: resource?.id,
    }),
    resource,
    paging,
    returns: returnsOf(success, context.follow, paging?.itemsAt),
    example: exampleFor(name, category, all),
  };
};

const safePath = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/%]*$/;

const expectSendable = ({ path, operation, shared }: Found, context: DraftContext): void => {
  const fixed = path.replaceAll(/\{[^{}]+\}/g, 'x');
  const hasDots = fixed.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  if (!safePath.test(fixed) || hasDots || path.length > 1000) {
    throw new LeftOut('unsafe_path', 'its path holds what a path may not hold');
  }
  const own: Json | undefined = operation['servers'] ?? shared['servers'];
  const [server] = Array.isArray(own) ? (own as readonly Json[]).map((each) => serverUrl(each)) : [];
  if (server !== undefined && /^wss?:/i.test(server)) throw new LeftOut('websocket', `its server is ${server}`);
  if (server !== undefined && !context.servers.includes(server))
    throw new LeftOut('other_server', `its server is ${server}`);
  if (!context.isSigned(operation))
    throw new LeftOut('unsupported_auth', 'none of its security alternatives is the one chosen');
};

const expectOwnNote = ({ method, operation }: Found, category: Category, note: (note: string) => void): void => {
  if (method === 'GET' && category !== 'read')
    note(`a GET that is called as if it changed something is under ${category}`);
  if (method === 'POST' && category === 'read') note('a POST that only looks, by its name, is under read');
  if (isJsonObject(operation['callbacks'])) note('its callbacks are not offered');
  if (operation['deprecated'] === true) note('the API calls it deprecated');
};

/** The members of a body as parameters. A body that needs members and names none cannot be filled in. */
const flattened = (body: Body | undefined): Body['parameters'] => {
  if (body?.required && body.parameters.length === 0) throw new LeftOut('open_body', 'its body names no members');
  return body?.parameters ?? [];
};

/** What is merged into what was read may leave out anything; else the API's own demands hold. */
const inputOf = (method: string, body: Body | undefined): DraftOperation['input'] => {
  if (!body) return [];
  if (body.isOpen && body.parameters.length === 0) return 'any';
  return nameParameters(body.parameters, new Set(['constructor', 'prototype'])).map((member) => ({
    ...member,
    required: member.required && method !== 'PUT',
  }));
};

const readerOf = (path: string, own: readonly DraftParameter[], { readers }: DraftContext): string => {
  const reader = readers.get(path);
  if (!reader) throw new LeftOut('no_read', 'there is no GET of the same path in the adapter');
  const given = new Set(own.map(({ name }) => name));
  const lacking = reader.parameters.find(({ required, name }) => required && !given.has(name));
  if (lacking) throw new LeftOut('no_read', `the GET of the same path also needs '${lacking.name}'`);
  return reader.name;
};

const withOurNames = (path: string, parameters: readonly DraftParameter[]): string =>
  path.replaceAll(/\{([^{}]+)\}/g, (whole, wireName: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.wireName === wireName);
    return parameter ? `{${parameter.name}}` : whole;
  });
