import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runChild, selectEnvironment } from '@recourse/sandbox';
import type { ParseCode, ProductSymbol } from './symbol.ts';

/** The built file, also from the sources: a process needs plain JavaScript. */
const program = fileURLToPath(new URL('../../../dist/product/symbols/parser-process.js', import.meta.url));

const mostBytes = 64 * 1024 * 1024;
const memoryMb = 2048;

/**
 * Creates a parser that works in a process of its own, which is ended with everything it started when its time or its
 * output is over. It fails then: a run without the names would depend on how busy the machine is.
 */
export const createParser =
  ({ timeoutMs = 120_000 } = {}): ParseCode =>
  async ({ files, ...rest }, signal) => {
    const end = await runChild(
      {
        command: process.execPath,
        arguments: [`--max-old-space-size=${memoryMb}`, program],
        cwd: tmpdir(),
        // The compiler collects garbage harder near its limit, and leaves cores to others.
        environment: { ...selectEnvironment(), GOMEMLIMIT: `${memoryMb}MiB`, GOMAXPROCS: '2' },
        timeoutMs,
        input: JSON.stringify({ ...rest, files: [...files] }),
      },
      { signal, collect: { mostBytes } },
    );
    signal.throwIfAborted();
    if (end.stopped === 'timeout') throw new Error(`the product's code was not parsed within ${timeoutMs / 1000} s`);
    if (end.stopped !== undefined || end.exitCode !== 0 || !end.stdout)
      throw new Error(
        `the ${rest.language} parser failed: ${end.stopped === 'output' ? 'its output is too large' : `exit status ${end.exitCode ?? 'unknown'}`}`,
      );
    return JSON.parse(end.stdout.toString('utf8')) as readonly ProductSymbol[];
  };

export const parseApart = createParser();
