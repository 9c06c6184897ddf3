import { judgePath } from '@recourse/engine/judged';
import path from 'node:path';
import { z } from 'zod';
import type { ProfileSource } from '../profile/index.ts';

const scopeShape = z.object({ digest: z.string(), skipped: z.array(z.string().max(500)).max(20) });

const placeOf = (profile: string): string => path.posix.join(path.posix.dirname(profile), 'scope.json');

/** Notes beside a profile what its run left out, so that whoever reads it later knows. */
export const writeScope = async (root: string, source: ProfileSource, skipped: readonly string[]): Promise<void> => {
  const place = await judgePath(root, placeOf(source.path));
  if (place.ok) await place.path.writeFile(`${JSON.stringify({ digest: source.digest, skipped })}\n`);
};

/** What is noted about a profile; nothing where the note is about another one. */
export const readScope = async (root: string, source: ProfileSource): Promise<readonly string[]> => {
  if (!source.path.startsWith('.cover/run/')) return [];
  const place = await judgePath(root, placeOf(source.path), { type: 'file', mustExist: true });
  if (!place.ok) return [];
  try {
    const { size } = await place.path.stat();
    const noted = size > 65_536 ? undefined : scopeShape.safeParse(JSON.parse(await place.path.readText()));
    return noted?.success === true && noted.data.digest === source.digest ? noted.data.skipped : [];
  } catch {
    return [];
  }
};
