import { fail } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import type { RequestFrame } from '../rpc/frame.ts';
import { modernVersion, protocolMeta, rpcErrors } from '../rpc/protocol.ts';
import { metaOf } from '../rpc/route.ts';
import { loggingLevels } from './methods.ts';
import type { Refusal } from './refusal.ts';
import { refuseParams } from './shape.ts';

/** Whether a request is stateless: its `_meta` names a protocol version, whichever. */
export const isModern = ({ params }: Pick<RequestFrame, 'params'>): boolean =>
  metaOf(params)[protocolMeta.version] !== undefined;

/** Refuses the `_meta` of a stateless request if it lacks what the revision requires. */
export const refuseEnvelope = (meta: JsonObject): Refusal | undefined =>
  refuseEnvelopeMembers(meta) ?? refuseVersion(meta[protocolMeta.version]);

/** Refuses members of the envelope that are missing or have the wrong type. */
export const refuseEnvelopeMembers = (meta: JsonObject): Refusal | undefined => {
  const failure = refuseParams('_meta', meta, {
    fields: {
      [protocolMeta.version]: 'string',
      [protocolMeta.clientCapabilities]: { every: 'object' },
      [`${protocolMeta.clientInfo}?`]: { fields: { name: 'string', version: 'string' } },
      [`${protocolMeta.logLevel}?`]: { oneOf: loggingLevels },
    },
  });
  if (!failure) return undefined;
  const missing = failure.code === 'VALIDATION_MISSING_PARAM';
  const key = String(failure.details?.['param_name']);
  const problem = missing ? 'missing' : failure.message;
  return { number: rpcErrors.params, failure, status: 400, prescribed: { envelope: { key, problem } } };
};

/** Refuses a revision that is not served statelessly. */
export const refuseVersion = (version: JsonObject[string]): Refusal | undefined => {
  if (version === modernVersion) return undefined;
  const requested = String(version).slice(0, 64);
  const failure = fail('VALIDATION_INVALID_ENUM', {
    param_name: protocolMeta.version,
    allowed_values: [modernVersion],
    value: requested,
  });
  return {
    number: rpcErrors.unsupportedVersion,
    failure,
    status: 400,
    prescribed: { supported: [modernVersion], requested },
  };
};
