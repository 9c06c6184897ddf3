import { readSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { inSlices } from '../../files/in-slices.ts';
import { RealNames } from '../../files/real-names.ts';
import { withFile } from '../../files/with-file.ts';

/** Marks in the first lines of a file; they count only if the policy allows annotations. */
interface Annotation {
  readonly ignore: boolean;
  readonly domain: string | undefined;
}

export type Annotations = ReadonlyMap<string, Annotation>;

const buffer = Buffer.alloc(16 * 1024);
const headLines = 20;

/** Reads the marks in the first twenty lines of files. A file that cannot be read has none. */
export const readAnnotations = async (
  root: string,
  paths: Iterable<string>,
  signal?: AbortSignal,
): Promise<Annotations> => inSlices(readAll(new RealNames(await realpath(root)), paths), signal);

function* readAll(names: RealNames, paths: Iterable<string>): Generator<void, Annotations, void> {
  const found = new Map<string, Annotation>();
  for (const path of paths) {
    const annotation = parseAnnotation((yield* readHead(names, path)) ?? '');
    if (annotation) found.set(path, annotation);
    yield;
  }
  return found;
}

/** The marks are comments of any language: `coverctl:ignore`, `coverctl:domain=NAME`. */
const parseAnnotation = (head: string): Annotation | undefined => {
  const lines = head.split('\n', headLines).join('\n');
  const ignore = /\bcoverctl:ignore\b/.test(lines);
  const domain = /\bcoverctl:domain=([^\s*"'<>]{1,128})/.exec(lines)?.[1];
  return ignore || domain !== undefined ? { ignore, domain } : undefined;
};

const readHead = (names: RealNames, path: string): Generator<void, string | undefined, void> =>
  // oxlint-disable-next-line require-yield -- a head is read in one step
  withFile(names, path, function* ({ descriptor }) {
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, 0));
  });
