import { judgePath } from '@recourse/engine/untrusted-values';
import { z } from 'zod';
import type { ProfileSource } from '../profile/index.ts';
import { finishedMark, runFolderOf } from '../running/index.ts';

const scopeShape = z.object({ digest: z.string(), skipped: z.array(z.string().max(500)).max(20) });

/** Records what a run left out in its folder, for later readers of the profile. This also marks it as finished. */
export const writeScope = async (root: string, source: ProfileSource, skipped: readonly string[]): Promise<void> => {
  const folder = runFolderOf(source.path);
  if (folder === undefined) return;
  const place = await judgePath(root, `${folder}/${finishedMark}`);
  if (place.ok) await place.path.writeFile(`${JSON.stringify({ digest: source.digest, skipped })}\n`);
};

/** Reads the record of a profile; empty if the record is about another one. */
export const readScope = async (root: string, source: ProfileSource): Promise<readonly string[]> => {
  const folder = runFolderOf(source.path);
  if (folder === undefined) return [];
  const place = await judgePath(root, `${folder}/${finishedMark}`, { type: 'file', mustExist: true });
  if (!place.ok) return [];
  try {
    const { size } = await place.path.stat();
    const noted = size > 65_536 ? undefined : scopeShape.safeParse(JSON.parse(await place.path.readText()));
    return noted?.success === true && noted.data.digest === source.digest ? noted.data.skipped : [];
  } catch {
    return [];
  }
};
