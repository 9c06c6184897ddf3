import { listCodes } from '@recourse/contract/stability';
import { exitCodes } from '../command.ts';
import type { ExitCode, Io } from '../command.ts';
import { knownSets } from '../registries/known-sets.ts';
import { createPaint } from '../terminal/paint.ts';
import { numberPage } from './number-page.ts';

/** Says which codes a number of the jsonrpc dialect can stand for. */
export const explainNumber = async (number: number, json: boolean, io: Io): Promise<ExitCode> => {
  const { codes } = await listCodes(knownSets);
  const meant = codes.filter(({ jsonrpc }) => jsonrpc === number);
  if (meant.length === 0) {
    const numbers = [...new Set(codes.flatMap(({ jsonrpc }) => (jsonrpc === null ? [] : [jsonrpc])))].sort(
      (one, other) => other - one,
    );
    io.err(`recourse: The jsonrpc dialect does not use ${number}. It uses these numbers: ${numbers.join(', ')}.`);
    if (json) io.out(JSON.stringify({ ok: false, unknown: number, similar: numbers }, null, 2));
    return exitCodes.findings;
  }
  if (json) io.out(JSON.stringify({ jsonrpc: number, codes: meant }, null, 2));
  else io.out(numberPage(number, meant, createPaint(io.colours)));
  return exitCodes.clean;
};
