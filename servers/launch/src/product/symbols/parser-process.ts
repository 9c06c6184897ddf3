import { text } from 'node:stream/consumers';
import { parseHere } from './parse-code.ts';
import type { ProductCode } from './symbol.ts';

/** The program of the parser process: code as JSON on standard input, public names as JSON on standard output. */
const { files, ...rest } = JSON.parse(await text(process.stdin)) as Omit<ProductCode, 'files'> & {
  readonly files: readonly (readonly [string, string])[];
};
const symbols = await parseHere({ ...rest, files: new Map(files) });
process.stdout.write(JSON.stringify(symbols), () => process.exit(0));
