import { hash } from 'node:crypto';
import type { Json } from '@recourse/contract';
import { canonicalJson } from '@recourse/engine/digest';
import type { z } from 'zod';

/** How artifacts of one name are checked, stored and read. */
export interface ArtifactKind {
  readonly kind: 'json' | 'text' | 'binary';
  readonly content_type: string;
  /** Turns a value into bytes, or says what is wrong with it. */
  encode(value: unknown): Encoded;
}

type Encoded =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problems: readonly ArtifactProblem[] };

/** The same shape as a problem in the details of a failure. */
export interface ArtifactProblem {
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
}

/** JSON that fits a schema, stored in its canonical form: equal values have equal hashes. */
export const json = (schema: z.ZodType): ArtifactKind => ({
  kind: 'json',
  content_type: 'application/json',
  encode: (value) => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error) };
    const text = writeJson(parsed.data);
    return text === undefined ? wrong('type', 'must be JSON') : { ok: true, bytes: Buffer.from(text) };
  },
});

/** Text in UTF-8. */
export const text = (contentType = 'text/plain; charset=utf-8'): ArtifactKind => ({
  kind: 'text',
  content_type: contentType,
  encode: (value) => {
    if (typeof value !== 'string') return wrong('type', 'must be a string');
    return /\p{Surrogate}/u.test(value)
      ? wrong('format', 'must be well-formed Unicode')
      : { ok: true, bytes: Buffer.from(value) };
  },
});

/** Bytes of some content type, such as an image. */
export const binary = (contentType: string): ArtifactKind => ({
  kind: 'binary',
  content_type: contentType,
  encode: (value) =>
    value instanceof Uint8Array ? { ok: true, bytes: value } : wrong('type', 'must be bytes (a Uint8Array)'),
});

export const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes);

/** Canonical JSON, or nothing if the value is not JSON. */
export const writeJson = (value: unknown): string | undefined => {
  try {
    const plain: unknown = JSON.parse(JSON.stringify(value));
    return canonicalJson(plain as Json);
  } catch {
    return undefined;
  }
};

const mostProblems = 20;

/** The problems of a value, as failures carry them. */
export const problemsOf = ({ issues }: z.ZodError): readonly ArtifactProblem[] =>
  issues.slice(0, mostProblems).map(({ path, code, message }) => ({
    path: path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    keyword: code ?? 'custom',
    message,
  }));

const wrong = (keyword: string, message: string): Encoded => ({
  ok: false,
  problems: [{ path: '', keyword, message }],
});
