import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import type { RealNames } from '../files/real-names.ts';
import { withFile } from '../files/with-file.ts';
import { isGitName } from '../git/index.ts';
import { LineCounter } from './line-counter.ts';

/** The facts about a source file that a verdict depends on. */
export interface SourceFacts {
  /** Its real name, relative to the root. */
  readonly name: string;
  /** How many lines it has. */
  readonly lines: number;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly digest: string;
  readonly modifiedAt: Date;
}

const largestBytes = 256 * 1024 * 1024;
/** Shared by all readers: none of them yields between filling and using it. */
const buffer = Buffer.alloc(64 * 1024);

/**
 * Reads a source in chunks. Undefined if it is not a file of the project, belongs to git, cannot be read or is larger
 * than 256 MiB. Guards refuse odd names; here every file that exists counts, or an odd name would hide uncovered lines.
 */
export const readSource = (names: RealNames, named: string): Generator<void, SourceFacts | undefined, void> =>
  withFile(names, named, function* ({ name, descriptor, stats }) {
    if (stats.size > largestBytes || name.split('/').some(isGitName)) return undefined;
    const hash = createHash('sha256');
    const counter = new LineCounter();
    for (let position = 0; position <= largestBytes;) {
      const length = readSync(descriptor, buffer, 0, buffer.length, position);
      hash.update(buffer.subarray(0, length));
      counter.add(buffer, length);
      position += length;
      // The size of a file that grows is not its end; an empty read is.
      if (length === 0 || (length < buffer.length && position >= stats.size))
        return { name, lines: counter.lines, digest: hash.digest('hex'), modifiedAt: stats.mtime };
      yield;
    }
    return undefined;
  });
