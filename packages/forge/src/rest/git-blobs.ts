import { created, ok, text as textAnswer, type Answer } from '../answers/answer.ts';
import { emptyRepository, notFound, unacceptable, validationFailed } from '../answers/refusal.ts';
import { nodeId } from '../bodies/node-id.ts';
import { apiOf } from '../bodies/repository.ts';
import { isSha } from '../git/names.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { RepositoryCall } from './call.ts';

/** Characters that base64 does not have, or has only at the end. Linear in time, for bodies of any length. */
const notBase64 = /[^A-Za-z0-9+/=\s]|=[A-Za-z0-9+/]/;

export async function createBlob(call: RepositoryCall): Promise<Answer> {
  const { text, optional, oneOf } = fields;
  const input = readInput(call.body, { content: text, encoding: optional(oneOf(['utf-8', 'base64'])) });
  if (await call.git.isEmpty()) throw emptyRepository();
  const sha = await call.git.objects.writeBlob(decodeContent(input.content, input.encoding ?? 'utf-8'));
  const url = `${apiOf(call.world, call.repository)}/git/blobs/${sha}`;
  return created({ url, sha }, url);
}

export async function getBlob(call: RepositoryCall): Promise<Answer> {
  const sha = call.parameter('file_sha');
  if (!isSha(sha)) throw unacceptable('The sha parameter must be exactly 40 characters and contain only [0-9a-f].');
  const object = await call.git.objects.read(sha);
  if (object?.type !== 'blob') throw (await call.git.isEmpty()) ? emptyRepository() : notFound();
  if (call.accepts('raw')) return textAnswer(object.content, 'application/vnd.github.raw; charset=utf-8');
  return ok({
    sha,
    node_id: nodeId('Blob', call.repository.id, sha),
    size: object.size,
    url: `${apiOf(call.world, call.repository)}/git/blobs/${sha}`,
    content: wrapped(object.content),
    encoding: 'base64',
  });
}

/** Text stays text, base64 becomes bytes; what only looks like base64 is refused instead of guessed. */
export function decodeContent(content: string, encoding: 'utf-8' | 'base64'): Buffer {
  if (encoding === 'utf-8') return Buffer.from(content, 'utf8');
  if (notBase64.test(content))
    throw validationFailed({
      resource: 'Blob',
      field: 'content',
      code: 'invalid',
      message: 'content is not valid Base64',
    });
  return Buffer.from(content, 'base64');
}

/** Base64 in lines of sixty characters, as GitHub sends it. */
export function wrapped(content: Buffer): string {
  return content
    .toString('base64')
    .replace(/.{60}(?=.)/g, '$&\n')
    .concat(content.length > 0 ? '\n' : '');
}
