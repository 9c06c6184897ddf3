import type { Failure } from '@recourse/contract';
import { recourse } from '@recourse/contract/dialects/recourse';
import type { RequestId } from './frame.ts';

/** A JSON-RPC response as text; `result` is JSON already. */
export const resultText = (id: RequestId, result: string): string =>
  `{"jsonrpc":"2.0","id":${typeof id === 'number' ? id : JSON.stringify(id)},"result":${result}}`;

/** A JSON-RPC error as text. The failure stands in `data`, whole, in the canonical form. */
export const errorText = (id: RequestId | null, number: number, failure: Failure): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code: number, message: failure.message, data: recourse.render(failure) },
  });
