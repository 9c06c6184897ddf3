import type { Json, JsonObject } from '@recourse/contract';
import { isJsonObject } from '@recourse/contract';
import type { Category } from '../../adapter/adapter.ts';
import { inferDanger } from '../../adapter/danger/infer-danger.ts';
import type { SignedBy } from '../auth.ts';
import { serverUrl } from '../base-url.ts';
import type { Follow } from '../document/references.ts';
import { isJsonType } from '../../adapter/media-types.ts';
import { asWhole, bodyOf } from '../parameters/body-parameters.ts';
import type { Body } from '../parameters/body-parameters.ts';
import type { DraftParameter } from '../parameters/draft-parameter.ts';
import { nameParameters } from '../parameters/name-parameters.ts';
import type { DefineContext } from '../parameters/define.ts';
import { requestParameters } from '../parameters/request-parameters.ts';
import type { RequestParameter } from '../parameters/request-parameters.ts';
import { LeftOut } from '../report/left-out.ts';
import { firstSentence, plainLine } from '../text.ts';
import { categorise } from './categorise.ts';
import type { Found } from './collect.ts';
import { mostReadOnly } from '../../adapter/fields/operation-fields.ts';
import { readOnlyMembers } from '../parameters/read-only-members.ts';
import { dangerOf } from './danger-of.ts';
import type { DraftOperation } from './draft-operation.ts';
import { exampleFor } from './example-for.ts';
import { pagingOf } from './paging-of.ts';
import { resourceOf } from './resource-of.ts';
import { returnsOf } from './returns-of.ts';
import { successOf } from './success-of.ts';

/** The context for drafting the operations of one document. */
export interface DraftContext {
  readonly follow: Follow;
  readonly servers: readonly (string | undefined)[];
  /** The operations that read, by path. */
  readonly readers: ReadonlyMap<string, DraftOperation>;
  /** How an operation is authenticated. Throws LeftOut if adapters do not support that. */
  readonly signedBy: (operation: JsonObject, shared: JsonObject) => SignedBy;
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
  const body = isRead(method) ? undefined : bodyOf(operation['requestBody'], define);
  if (isRead(method)) expectNoBody(operation, define);
  const signed = context.signedBy(operation, shared);
  const given = requestParameters(operation['parameters'], shared['parameters'], path, define).filter(
    // The runtime fills in credentials.
    (each) => !signed.places.has(`${each.in} '${each.wireName.toLowerCase()}'`),
  );
  const suggested = categorise({
    name,
    method,
    path,
    hasBody: body !== undefined,
    isReadable: context.readers.has(path),
  });
  const reader = method === 'PUT' && body ? readerOf(path, given, context) : undefined;
  const replaces = suggested === 'update' && method === 'PUT' && body !== undefined && !(reader && isMergeable(body));
  // Only an object can be an update's input; what cannot be merged with a read is sent as it is.
  const category = replaces || (suggested === 'update' && body?.isWhole) ? 'execute' : suggested;
  expectOwnNote(found, category, define.note);
  const paging = category === 'read' ? pagingOf(given, success, context.follow) : undefined;
  const paged = new Set([paging?.parameter, paging?.sizeParameter]);
  const isUpdate = category === 'update';
  const all = nameParameters([
    ...given.filter((parameter) => parameter.in !== 'query' || !paged.has(parameter.wireName)),
    ...(isUpdate || !body ? [] : flattened(body, define)),
  ]);
  const resource = resourceOf(path, all);
  const inferred = inferDanger(method, category, name);
  return {
    source,
    name,
    category,
    description: firstSentence(operation['summary'] ?? operation['description'], descriptionLength) || source,
    tags: tagsOf(operation),
    method,
    path: withOurNames(withoutFragment(path), all),
    parameters: all,
    mediaType: body?.mediaType,
    accept: success.accept,
    input: isUpdate ? inputOf(method, body) : undefined,
    auth: signed.name,
    readWith: isUpdate ? reader?.name : undefined,
    readOnly: isUpdate && reader && body ? readOnlyOf(body, define) : [],
    danger: dangerOf(operation, {
      category,
      inferred,
      replaces,
      noun: resource?.type.replaceAll('_', ' ') ?? 'resource',
      id: resource?.id,
    }),
    resource,
    paging,
    returns: returnsOf(success, context.follow, paging?.itemsAt),
    example: exampleFor(name, category, all),
  };
};

/** The document's tags as adapters take them. */
const tagsOf = ({ tags }: JsonObject): readonly string[] =>
  (Array.isArray(tags) ? (tags as readonly Json[]) : [])
    .map((tag) => plainLine(tag, 100))
    .filter((tag) => tag !== '')
    .slice(0, 20);

const safePath = /^[A-Za-z0-9\-._~!$&'()*+,;=:@/%]*$/;

const expectSendable = ({ path, operation, shared }: Found, context: DraftContext): void => {
  const fixed = withoutFragment(path).replaceAll(/\{[^{}]+\}/g, 'x');
  const hasDots = fixed.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
  if (!safePath.test(fixed) || hasDots || path.length > 1000) {
    throw new LeftOut('unsafe_path', 'its path contains invalid characters or dot segments, or is too long');
  }
  const own: Json | undefined = operation['servers'] ?? shared['servers'];
  const [server] = Array.isArray(own) ? (own as readonly Json[]).map((each) => serverUrl(each)) : [];
  if (server !== undefined && /^wss?:/i.test(server)) throw new LeftOut('websocket', `its server is ${server}`);
  if (server !== undefined && !context.servers.some((each) => each !== undefined && isSameServer(each, server)))
    throw new LeftOut('other_server', `its server is ${server}`);
};

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Adapters send no body with GET and HEAD. OpenAPI 3.0 ignores it too. */
const expectNoBody = ({ requestBody }: JsonObject, { follow, note }: DefineContext): void => {
  const { required, content } = follow(requestBody);
  if (required === true) throw new LeftOut('body_of_get', 'its body is required');
  const hasMembers = Object.values(isJsonObject(content) ? content : {}).some((kind) => {
    const { properties } = follow(follow(kind)['schema']);
    return isJsonObject(properties) && Object.keys(properties).length > 0;
  });
  if (hasMembers) note('its optional body is omitted: adapters send no body with GET or HEAD');
};

/** Whether two addresses of servers differ in nothing but `http:` or `https:` and slashes at the end. */
const isSameServer = (one: string, other: string): boolean => plainServer(one) === plainServer(other);
const plainServer = (url: string): string =>
  url
    .replace(/^https?:/i, '')
    .replace(/\/+$/, '')
    .toLowerCase();

/** Some documents tell operations on one path apart by a fragment, which is never sent. */
const withoutFragment = (path: string): string => path.replace(/#[\w-]+$/, '');

const expectOwnNote = ({ method, operation }: Found, category: Category, note: (note: string) => void): void => {
  if (method === 'GET' && category !== 'read') note(`placed under ${category}, because its name suggests a change`);
  if (method === 'POST' && category === 'read') note('placed under read, because its name suggests a read');
  if (isJsonObject(operation['callbacks'])) note('its callbacks are omitted');
  if (operation['deprecated'] === true) note('the API marks it as deprecated');
};

/** The members of a body as parameters, or the body as one parameter if its members have no names. */
const flattened = (body: Body, define: DefineContext): Body['parameters'] => {
  if (body.parameters.length > 0) return body.parameters;
  const { mediaType = 'application/json' } = body;
  // A form without members is empty.
  return body.required || isJsonType(mediaType) ? asWhole(body, define).parameters : [];
};

/** Whether a change can be merged into what was read: JSON, and an object. */
const isMergeable = ({ mediaType = 'application/json', isWhole }: Body): boolean => isJsonType(mediaType) && !isWhole;

/**
 * A PUT is merged into what was read, so any member may be left out; otherwise the API's required members stay
 * required.
 */
const inputOf = (method: string, body: Body | undefined): DraftOperation['input'] => {
  if (!body) return [];
  if (body.parameters.length === 0) return 'any';
  return nameParameters(body.parameters, new Set(['constructor', 'prototype'])).map((member) => ({
    ...member,
    required: member.required && method !== 'PUT',
  }));
};

const readOnlyOf = ({ schema }: Body, define: DefineContext): readonly string[] =>
  readOnlyMembers(schema, { ...define, budget: { left: describedValues } }).slice(0, mostReadOnly);

/** The read of the same path, if it needs nothing that the operation does not take. */
const readerOf = (
  path: string,
  own: readonly RequestParameter[],
  { readers }: DraftContext,
): DraftOperation | undefined => {
  const reader = readers.get(path) ?? readers.get(withoutFragment(path));
  const isGiven = ({ in: place, wireName }: RequestParameter): boolean =>
    own.some((each) => each.in === place && each.wireName === wireName);
  return reader?.parameters.every((parameter) => !parameter.required || isGiven(parameter)) ? reader : undefined;
};

const withOurNames = (path: string, parameters: readonly DraftParameter[]): string =>
  path.replaceAll(/\{([^{}]+)\}/g, (whole, wireName: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.wireName === wireName);
    return parameter ? `{${parameter.name}}` : whole;
  });
