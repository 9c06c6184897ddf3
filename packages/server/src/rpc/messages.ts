import type { Failure, JsonObject } from '@recourse/contract';
import { recourse } from '@recourse/contract/dialects/recourse';
import type { EchoedId, RequestId } from './frame.ts';
import { protocolMeta } from './protocol.ts';

/** A JSON-RPC error object. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A JSON-RPC response as text; `result` is JSON already. */
export const resultText = (id: RequestId, result: string): string =>
  `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},"result":${result}}`;

/** A JSON-RPC error as text. */
export const errorText = (id: EchoedId, error: RpcError): string =>
  `{"jsonrpc":"2.0","id":${typeof id === 'string' ? JSON.stringify(id) : String(id)},"error":${JSON.stringify(error)}}`;

/** A failure as a JSON-RPC error. `data` holds the whole failure in its canonical form, and what MCP prescribes. */
export const failureError = (number: number, failure: Failure, prescribed?: JsonObject): RpcError => {
  const data = recourse.render(failure);
  return { code: number, message: failure.message, data: prescribed ? { ...(data as object), ...prescribed } : data };
};

export const failureText = (id: EchoedId, number: number, failure: Failure, prescribed?: JsonObject): string =>
  errorText(id, failureError(number, failure, prescribed));

/** The `_meta` in which every result of 2026-07-28 names its server. */
export const serverInfoMeta = ({ name, version }: { readonly name: string; readonly version: string }) => ({
  [protocolMeta.serverInfo]: { name, version },
});
