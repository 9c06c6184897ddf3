import { judgePath } from '@recourse/engine/judged';

/** What a file says about itself in its first lines, where the policy lets it. */
interface Annotation {
  readonly ignore: boolean;
  readonly domain: string | undefined;
}

export type Annotations = ReadonlyMap<string, Annotation>;

const headBytes = 16 * 1024;
const headLines = 20;

/** Looks into the first twenty lines of files. A file that cannot be read says nothing. */
export const readAnnotations = async (root: string, paths: Iterable<string>): Promise<Annotations> => {
  const found = new Map<string, Annotation>();
  for (const path of paths) {
    const annotation = parseAnnotation(await readHead(root, path));
    if (annotation) found.set(path, annotation);
  }
  return found;
};

/** The marks are comments of any language: `coverctl:ignore`, `coverctl:domain=NAME`. */
const parseAnnotation = (head: string): Annotation | undefined => {
  const lines = head.split('\n', headLines).join('\n');
  const ignore = /\bcoverctl:ignore\b/.test(lines);
  const domain = /\bcoverctl:domain=([^\s*"'<>]{1,128})/.exec(lines)?.[1];
  return ignore || domain !== undefined ? { ignore, domain } : undefined;
};

const readHead = async (root: string, path: string): Promise<string> => {
  const place = await judgePath(root, path, { type: 'file', mustExist: true }).catch(() => undefined);
  if (!place?.ok) return '';
  try {
    const handle = await place.path.open('read');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return '';
  }
};
