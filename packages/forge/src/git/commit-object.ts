/** The author or committer of a commit, with the time (seconds since 1970) and the time zone. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly atSeconds: number;
  readonly zone: string;
}

export interface CommitDraft {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

export interface CommitObject extends CommitDraft {
  readonly sha: string;
}

// oxlint-disable-next-line no-control-regex -- control characters are what it is for
const unsafeInSignature = /[<>\u0000-\u001f\u007f]/g;

/** A name or email without the characters that would end the field in a commit's header. */
export function cleanIdentity(text: string): string {
  return text.replace(unsafeInSignature, '').trim();
}

export function renderSignature(signature: Signature): string {
  return `${cleanIdentity(signature.name)} <${cleanIdentity(signature.email)}> ${signature.atSeconds} ${signature.zone}`;
}

export function renderCommit(draft: CommitDraft): Buffer {
  const header = [
    `tree ${draft.tree}`,
    ...draft.parents.map((parent) => `parent ${parent}`),
    `author ${renderSignature(draft.author)}`,
    `committer ${renderSignature(draft.committer)}`,
  ];
  return Buffer.from(`${header.join('\n')}\n\n${draft.message}`);
}

export function parseCommit(sha: string, content: Buffer): CommitObject {
  const text = content.toString('utf8');
  const split = text.indexOf('\n\n');
  const header = split < 0 ? text : text.slice(0, split);
  const lines = header.split('\n');
  const value = (key: string): string => lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? '';
  return {
    sha,
    tree: value('tree'),
    parents: lines.filter((line) => line.startsWith('parent ')).map((line) => line.slice(7)),
    author: parseSignature(value('author')),
    committer: parseSignature(value('committer')),
    message: split < 0 ? '' : text.slice(split + 2).replace(/\n+$/, ''),
  };
}

function parseSignature(text: string): Signature {
  const match = /^(.*?) ?<([^>]*)> (-?\d+) ([+-]\d{4})$/.exec(text);
  return {
    name: match?.[1] ?? '',
    email: match?.[2] ?? '',
    atSeconds: Number(match?.[3] ?? 0),
    zone: match?.[4] ?? '+0000',
  };
}
