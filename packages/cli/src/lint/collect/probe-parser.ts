import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { parserOptionsFor } from './parse-source.ts';

/**
 * Below these no text can be nested deeply enough to matter, whatever it says. Measured: on a stack of 8 MiB the
 * parser ends the process at about 4,600 brackets or 29 kB of arrows inside each other.
 */
const mostOpenings = 600;
const mostCharacters = 24_000;
const openings = /[([{<`]/g;

/** Whether source text may be nested too deep: the native parser has no limit of its own and would crash. */
export const needsProbe = (text: string): boolean =>
  text.length > mostCharacters || (text.match(openings)?.length ?? 0) > mostOpenings;

/** Writes a dot before each file, so that the number of dots tells which one it died of. */
const script = `
  import { readFileSync, writeSync } from 'node:fs';
  const { parseSync } = await import(process.argv[1]);
  for (const { path, options } of JSON.parse(readFileSync(0, 'utf8'))) {
    writeSync(1, '.');
    try {
      const text = readFileSync(path, 'utf8');
      for (const each of options) void parseSync(path, text, each).program;
    } catch {}
  }
`;

/** A file that keeps the parser busy for longer counts as one that it cannot read. */
const patienceMs = 20_000;

/**
 * Names the files that the parser does not survive. They are parsed in a process of their own first: the fault is in
 * native code, where it cannot be caught.
 */
export const findUnparsable = async (paths: readonly string[]): Promise<ReadonlySet<string>> => {
  const unparsable = new Set<string>();
  let rest = paths;
  while (rest.length > 0) {
    const fatal = await probe(rest);
    const path = fatal === null ? undefined : rest[fatal];
    if (fatal === null || path === undefined) break;
    unparsable.add(path);
    rest = rest.slice(fatal + 1);
  }
  return unparsable;
};

/** Parses the files one after the other; the index of the one that it ended at, or null when all were survived. */
const probe = (paths: readonly string[]): Promise<number | null> =>
  new Promise((resolve) => {
    const parser = pathToFileURL(createRequire(import.meta.url).resolve('oxc-parser')).href;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script, parser], {
      // A crash may leave a core file in the working directory.
      cwd: tmpdir(),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let begun = 0;
    const giveUp = (): void => void child.kill('SIGKILL');
    let timer = setTimeout(giveUp, patienceMs);
    child.stdout.on('data', (dots: Buffer) => {
      begun += dots.length;
      clearTimeout(timer);
      timer = setTimeout(giveUp, patienceMs);
    });
    const end = (fatal: number | null): void => {
      clearTimeout(timer);
      resolve(fatal);
    };
    // Where no process can be started there is nothing to learn, and the files are parsed unprobed.
    child.on('error', () => end(null));
    child.on('close', (exitCode) => end(exitCode === 0 || begun === 0 ? null : begun - 1));
    child.stdin.on('error', () => {});
    child.stdin.end(JSON.stringify(paths.map((path) => ({ path, options: parserOptionsFor(path) }))));
  });
