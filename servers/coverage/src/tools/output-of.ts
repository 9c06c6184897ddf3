import path from 'node:path';
import type { SafePath } from '@recourse/engine/guarded-fields';
import { gitOwns, gitReason } from '../git/index.ts';
import { pathOf } from '../measuring/existing.ts';
import { refuse } from '../refused.ts';
import { showText } from '../untrusted/show-text.ts';
import type { Toolbox } from '../toolbox.ts';

const field = 'output';

/**
 * The file to write, if the call names one. Refuses git's own files, and a link to a file with another extension: the
 * guard has only seen the name of the link.
 */
export const outputOf = async (
  { root }: Toolbox,
  call: Parameters<typeof pathOf>[0],
  extension: '.svg' | '.html',
): Promise<SafePath | undefined> => {
  const place = pathOf(call, field);
  if (!place) return undefined;
  const hint = `Set ${field} to another path, such as coverage${extension}.`;
  const refuseFor = (reason: string) =>
    refuse('OP_INVALID_PATH', { path: showText(place.relative), field, reason }, { hint });
  if (await gitOwns(root, place.relative)) throw refuseFor(gitReason);
  if (path.extname(place.relative).toLowerCase() !== extension) {
    throw refuseFor(`it is a link to a file whose name does not end in ${extension}`);
  }
  return place;
};
