import { fail, findSimilar, isJsonObject } from '@recourse/contract';
import type { Failure, JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { RequestFrame } from '../rpc/frame.ts';
import { rpcErrors } from '../rpc/protocol.ts';
import { metaOf } from '../rpc/route.ts';
import { isModern, refuseEnvelope } from './envelope.ts';
import { methods } from './methods.ts';
import type { Method } from './methods.ts';
import type { Refusal } from './refusal.ts';
import { refuseParams } from './shape.ts';

/** The connection that a request came over. */
export interface Line {
  /** False for a request over HTTP outside a session: nothing of it is left when it is answered. */
  readonly lasting: boolean;
}

/**
 * Refuses a request that no handler could serve: with an invalid envelope, of an unknown method, or with invalid
 * parameters. The SDK would answer without a code, and with -32603 for some invalid parameters.
 */
export const refuseRequest = (server: Server, frame: RequestFrame, line: Line): Refusal | undefined => {
  const modern = isModern(frame);
  return (modern ? refuseEnvelope(metaOf(frame.params)) : undefined) ?? refuseMethod(server, frame, line, modern);
};

/** Refuses an unknown method or invalid parameters. The envelope has been checked. */
export const refuseMethod = (
  server: Server,
  { method, params = {} }: RequestFrame,
  line: Line,
  modern: boolean,
): Refusal | undefined => {
  const known = methods.get(method);
  if (!known || !isServed(known, server, line, modern)) {
    const names = [...methods].filter(([, other]) => isServed(other, server, line, modern)).map(([name]) => name);
    return { number: rpcErrors.method, failure: unknownMethod(method, names), status: modern ? 404 : 200 };
  }
  const failure = refuseState(params) ?? refuseOwn(method, known, params);
  return failure && { number: rpcErrors.params, failure, status: 200 };
};

const isServed = ({ era, isOffered, lasting }: Method, server: Server, line: Line, modern: boolean): boolean =>
  era !== (modern ? 'session' : 'modern') && (isOffered?.(server) ?? true) && (!lasting || line.lasting);

const refuseOwn = (method: string, { params: shape, pages }: Method, params: JsonObject): Failure | undefined => {
  if (pages && params['cursor'] !== undefined) return refuseCursor(params['cursor']);
  return (shape && refuseParams(method, params, shape)) ?? refuseRef(method, params);
};

/** Checks the members that a client carries from one round of a request to the next. */
const refuseState = (params: JsonObject): Failure | undefined =>
  refuseParams('', params, { fields: { 'requestState?': 'string', 'inputResponses?': 'object' } });

const refuseCursor = (cursor: JsonObject[string]): Failure =>
  typeof cursor === 'string'
    ? fail('VALIDATION_INVALID_VALUE', {
        param_name: 'cursor',
        rule: 'it must be omitted, because the list has only one page',
        value: cursor.slice(0, 64),
      })
    : fail('VALIDATION_INVALID_TYPE', {
        param_name: 'cursor',
        expected_type: 'string',
        actual_type: cursor === null ? 'null' : typeof cursor,
      });

/** The two kinds of references have different members. */
const refuseRef = (method: string, { ref }: JsonObject): Failure | undefined => {
  if (method !== 'completion/complete' || !isJsonObject(ref)) return undefined;
  const named = ref['type'] === 'ref/prompt' ? 'name' : 'uri';
  return ref[named] === undefined
    ? fail('VALIDATION_MISSING_PARAM', { param_name: `ref.${named}`, operation: method })
    : undefined;
};

const unknownMethod = (method: string, names: readonly string[]): Failure => {
  const shown = method.slice(0, 64);
  const similar = findSimilar(shown, names, { role: 'method' });
  const available = similar.length > 0 ? similar.map(({ ref }) => String(ref)) : [...names];
  return fail('NOT_FOUND_OPERATION', { operation: shown, available }, { ...(similar.length > 0 && { similar }) });
};
