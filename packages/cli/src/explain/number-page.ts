import { qualifiedName } from '@recourse/contract/stability';
import type { ListedCode } from '@recourse/contract/stability';
import { alignColumns } from '../terminal/align-columns.ts';
import type { Paint } from '../terminal/paint.ts';

/** Lists the codes that a JSON-RPC error number stands for. */
export const numberPage = (number: number, codes: readonly ListedCode[], paint: Paint): string =>
  [
    `${paint.bold(String(number))}  ${paint.dim('a number of the jsonrpc dialect')}`,
    codes.length === 1
      ? 'It stands for one code.'
      : `It stands for one of ${codes.length} codes; error.data.code says which.`,
    '',
    ...alignColumns(codes.map((listed) => [`  ${qualifiedName(listed)}`, listed.summary[0] ?? ''])),
  ].join('\n');
