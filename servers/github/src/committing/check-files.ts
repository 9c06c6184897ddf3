/** A file to be committed, as callers name it. */
export interface GivenFile {
  readonly path: string;
  readonly content: string;
  readonly encoding?: 'utf8' | 'base64' | undefined;
  readonly executable?: boolean | undefined;
}

export interface FileProblem {
  readonly param_name: string;
  readonly rule: string;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** What a schema cannot say about the files of one commit. */
export const fileProblem = (files: readonly GivenFile[]): FileProblem | undefined => {
  const seen = new Set<string>();
  for (const [index, { path, content, encoding }] of files.entries()) {
    if (path.endsWith('/')) return { param_name: `files[${index}].path`, rule: 'a file does not end with a slash' };
    if (seen.has(path)) return { param_name: `files[${index}].path`, rule: 'each file may be named once' };
    seen.add(path);
    if (encoding === 'base64' && !base64.test(content.replace(/[\r\n]/g, ''))) {
      return { param_name: `files[${index}].content`, rule: 'it is not valid base64' };
    }
  }
  for (const [index, { path }] of files.entries()) {
    const parts = path.split('/');
    const inTheWay = parts.slice(0, -1).some((_, depth) => seen.has(parts.slice(0, depth + 1).join('/')));
    if (inTheWay) return { param_name: `files[${index}].path`, rule: 'another file of this commit is in its way' };
  }
  return undefined;
};
