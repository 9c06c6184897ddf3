import { created, ok, type Answer } from '../answers/answer.ts';
import { emptyRepository, notFound, unacceptable, validationFailed } from '../answers/refusal.ts';
import { gitCommitBody } from '../bodies/commit.ts';
import { apiOf } from '../bodies/repository.ts';
import { signatureOf } from '../domain/signature.ts';
import { cleanIdentity, type Signature } from '../git/commit-object.ts';
import { isSha } from '../git/names.ts';
import { fields, readInput, type InputOf } from '../input/read-input.ts';
import type { RepositoryCall } from './call.ts';

const { text, list, object, optional, nullable } = fields;

export const personShape = { name: optional(text), email: optional(text), date: optional(text) } as const;
export type PersonInput = InputOf<typeof personShape>;

const maxParents = 64;

export async function getGitCommit(call: RepositoryCall): Promise<Answer> {
  const sha = call.parameter('commit_sha');
  const info = isSha(sha) ? await call.git.objects.info(sha) : undefined;
  if (info?.type === 'commit')
    return ok(gitCommitBody(call.world, call.repository, await call.git.objects.commit(sha)));
  if (await call.git.isEmpty()) throw emptyRepository();
  throw notFound();
}

export async function createGitCommit(call: RepositoryCall): Promise<Answer> {
  const input = readInput(call.body, {
    message: text,
    tree: text,
    parents: optional(list(text)),
    author: optional(nullable(object(personShape))),
    committer: optional(nullable(object(personShape))),
  });
  const { objects } = call.git;
  if (await call.git.isEmpty()) throw emptyRepository();
  if (!isSha(input.tree) || (await objects.info(input.tree))?.type !== 'tree')
    throw unacceptable('Tree SHA does not exist');
  const parents = input.parents ?? [];
  if (parents.length > maxParents) throw unacceptable('Too many parents');
  for (const parent of parents)
    if (!isSha(parent) || (await objects.info(parent))?.type !== 'commit')
      throw unacceptable('Parent SHA does not exist or is not a commit object');
  const author = personOf(call, input.author ?? undefined);
  const committer = input.committer ? personOf(call, input.committer) : author;
  const sha = await objects.writeCommit({
    tree: input.tree,
    parents,
    author,
    committer,
    message: messageOf(input.message),
  });
  const url = `${apiOf(call.world, call.repository)}/git/commits/${sha}`;
  return created(gitCommitBody(call.world, call.repository, await objects.commit(sha)), url);
}

/** A commit cannot hold a zero byte; otherwise the message is kept as it is, so that ids can be foretold. */
export function messageOf(message: string): string {
  if (message.trim() === '') throw validationFailed({ resource: 'Commit', field: 'message', code: 'missing_field' });
  if (message.includes('\0')) throw validationFailed({ resource: 'Commit', field: 'message', code: 'invalid' });
  return message;
}

/** The given person, completed with the caller; a date of nonsense is refused. */
export function personOf(call: RepositoryCall, person: PersonInput | undefined): Signature {
  const self = signatureOf(call.world, call.user);
  if (person === undefined) return self;
  if (person.name === undefined || person.email === undefined)
    throw unacceptable(`Invalid request.\n\n"${person.name === undefined ? 'name' : 'email'}" wasn't supplied.`);
  const atMs = person.date === undefined ? self.atSeconds * 1000 : Date.parse(person.date);
  if (!Number.isFinite(atMs) || atMs < 0 || atMs > 4e12)
    throw validationFailed({ resource: 'Commit', field: 'date', code: 'invalid' });
  const [name, email] = [cleanIdentity(person.name), cleanIdentity(person.email)];
  if (name === '' || email === '')
    throw validationFailed({ resource: 'Commit', field: name === '' ? 'name' : 'email', code: 'invalid' });
  return { name, email, atSeconds: Math.floor(atMs / 1000), zone: zoneOf(person.date) };
}

function zoneOf(date: string | undefined): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(date?.slice(10) ?? '') ?? [];
  return sign ? `${sign}${hours}${minutes}` : '+0000';
}
