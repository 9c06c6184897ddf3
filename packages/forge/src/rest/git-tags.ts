import { created, type Answer } from '../answers/answer.ts';
import { ok } from '../answers/answer.ts';
import { linkOf, readPage } from '../answers/paging.ts';
import { emptyRepository, unacceptable } from '../answers/refusal.ts';
import { signatureBody } from '../bodies/commit.ts';
import { nodeId } from '../bodies/node-id.ts';
import { apiOf } from '../bodies/repository.ts';
import { renderSignature } from '../git/commit-object.ts';
import { isRefName, isSha } from '../git/names.ts';
import { fields, readInput } from '../input/read-input.ts';
import type { RepositoryCall } from './call.ts';
import { personOf, personShape } from './git-commits.ts';

const { text, oneOf, optional, object } = fields;

/** Writes the tag object; the ref that makes it a tag is created separately. */
export async function createTag(call: RepositoryCall): Promise<Answer> {
  const input = readInput(call.body, {
    tag: text,
    message: text,
    object: text,
    type: oneOf(['commit', 'tree', 'blob']),
    tagger: optional(object(personShape)),
  });
  if (await call.git.isEmpty()) throw emptyRepository();
  if (!isRefName(`refs/tags/${input.tag}`)) throw unacceptable(`${JSON.stringify(input.tag)} is not a valid tag name.`);
  const target = isSha(input.object) ? await call.git.objects.info(input.object) : undefined;
  if (target?.type !== input.type) throw unacceptable('Object does not exist or is of another type');
  const tagger = personOf(call, input.tagger);
  const header = [
    `object ${input.object}`,
    `type ${input.type}`,
    `tag ${input.tag}`,
    `tagger ${renderSignature(tagger)}`,
  ];
  const sha = await call.git.objects.writeTag(`${header.join('\n')}\n\n${input.message}\n`);
  const api = apiOf(call.world, call.repository);
  return created(
    {
      node_id: nodeId('Tag', call.repository.id, sha),
      sha,
      url: `${api}/git/tags/${sha}`,
      tagger: signatureBody(tagger),
      object: { sha: input.object, type: input.type, url: `${api}/git/${input.type}s/${input.object}` },
      tag: input.tag,
      message: input.message,
      verification: { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null },
    },
    `${api}/git/tags/${sha}`,
  );
}

export async function listTags(call: RepositoryCall): Promise<Answer> {
  const page = readPage(call.url);
  const found = await call.git.refs.list('refs/tags/', { limit: page.size + 1, skip: page.skip });
  const api = apiOf(call.world, call.repository);
  const tags = await Promise.all(
    found.slice(0, page.size).map(async (ref) => {
      const name = ref.name.slice('refs/tags/'.length);
      const sha = (await call.git.resolveCommit(ref.name)) ?? ref.sha;
      return {
        name,
        zipball_url: `${api}/zipball/${ref.name}`,
        tarball_url: `${api}/tarball/${ref.name}`,
        commit: { sha, url: `${api}/commits/${sha}` },
        node_id: nodeId('Ref', call.repository.id, ref.name),
      };
    }),
  );
  const link = linkOf(page, { more: found.length > page.size });
  return ok(tags, link ? { link } : undefined);
}
