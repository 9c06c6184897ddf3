import { qualifiedName } from '@recourse/contract/stability';
import type { ListedCode } from '@recourse/contract/stability';
import { alignColumns } from '../terminal/align-columns.ts';
import type { Paint } from '../terminal/paint.ts';

/** Lists the codes that a JSON-RPC error number stands for. */
export const numberPage = (number: number, codes: readonly ListedCode[], paint: Paint): string =>
  [
    `${paint.bold(String(number))}  ${paint.dim('an error number of the jsonrpc dialect')}`,
    codes.length === 1
      ? 'This number maps to one code.'
      : `This number maps to ${codes.length} codes; error.data.code has the actual one.`,
    '',
    ...alignColumns(codes.map((listed) => [`  ${qualifiedName(listed)}`, listed.summary[0] ?? ''])),
  ].join('\n');
