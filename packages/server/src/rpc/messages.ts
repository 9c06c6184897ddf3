import type { Failure } from '@recourse/contract';
import { recourse } from '@recourse/contract/dialects/recourse';
import type { RequestId } from './frame.ts';
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
export const errorText = (id: RequestId | null, error: RpcError): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error });

/** A failure as a JSON-RPC error. `data` holds the whole failure in its canonical form. */
export const failureText = (id: RequestId | null, number: number, failure: Failure): string =>
  errorText(id, { code: number, message: failure.message, data: recourse.render(failure) });

/** The `_meta` in which every result of 2026-07-28 names its server. */
export const serverInfoMeta = ({ name, version }: { readonly name: string; readonly version: string }) => ({
  [protocolMeta.serverInfo]: { name, version },
});
