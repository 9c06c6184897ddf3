import { fail as failCore } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AdapterOperation, Parameter } from '../../adapter/adapter.ts';
import type { FailWith } from '../../exchange/exchange.ts';
import { buildRequest } from '../../exchange/request/build-request.ts';
import { encodeBody } from '../../exchange/request/encode-body.ts';
import { argumentsSchemaOf } from '../../operations/arguments-schema.ts';

const fail = failCore as unknown as FailWith;
const ajv = new Ajv2020({ strict: false, validateFormats: false });

/**
 * The body that an operation sends if a caller wants to send this one, or the reason why it cannot: no parameter for a
 * member, or arguments that the published schema rejects.
 */
export const sendBody = (operation: AdapterOperation, body: Json): string => {
  const given = argumentsFor(operation, body);
  const validate = ajv.compile(argumentsSchemaOf(operation));
  if (!validate(given)) return `rejected: ${ajv.errorsText(validate.errors)}`;
  const built = buildRequest(operation, given, fail);
  if ('code' in built) return `rejected: ${built.code}`;
  if (built.body === undefined) return '';
  const encoded = encodeBody(operation, built.body, { isMerged: false, fail });
  return 'code' in encoded ? `rejected: ${encoded.code}` : String(encoded.content);
};

const argumentsFor = ({ parameters, input, category }: AdapterOperation, body: Json): JsonObject => {
  const whole = parameters.find((parameter) => parameter.whole);
  if (whole) return { [whole.name]: body };
  const members = category === 'update' ? (input ?? []) : parameters.filter((parameter) => parameter.in === 'body');
  const given = Object.entries(body as JsonObject).map(([name, value]) => argumentFor(members, name, value ?? null));
  const others = given.flatMap(({ other }) => (other ? [other] : []));
  const own = given.flatMap(({ own: named }) => (named ? [named] : []));
  const spread = members.find((member) => member.spread)?.name ?? 'unknown';
  const all = Object.fromEntries(others.length > 0 ? [...own, [spread, Object.fromEntries(others)]] : own);
  return category === 'update' ? { input: all } : all;
};

type Entry = readonly [string, Json];

const argumentFor = (
  members: readonly Parameter[],
  name: string,
  value: Json,
): { readonly own?: Entry; readonly other?: Entry } => {
  const member = members.find((each) => each.wireName === name && !each.spread);
  return member ? { own: [member.name, value] } : { other: [name, value] };
};
