import type { PatchBundle } from '../patching/patch.ts';
import { artifactNames } from './fields.ts';
import type { Toolbox } from './toolbox.ts';

/** The patches that one work item added to the bundle, or changed. */
export const appliedPatches = async ({ runs }: Toolbox, run_id: string, itemId: string): Promise<readonly string[]> => {
  const written = (await runs.events(run_id)).filter(
    ({ type, payload }) => type === 'ARTIFACT_WRITTEN' && payload['name'] === artifactNames.bundle,
  );
  const place = written.findLastIndex(({ payload }) => payload['written_by'] === itemId);
  if (place === -1) return [];
  const bundleAt = async (index: number): Promise<PatchBundle['patches']> => {
    const sha256 = written[index]?.payload['sha256'];
    const content = typeof sha256 === 'string' ? await runs.artifactVersion(run_id, sha256) : undefined;
    return content ? (JSON.parse(Buffer.from(content).toString()) as PatchBundle).patches : [];
  };
  const before = new Map((await bundleAt(place - 1)).map((patch) => [patch.patch_id, JSON.stringify(patch)]));
  return (await bundleAt(place))
    .filter((patch) => before.get(patch.patch_id) !== JSON.stringify(patch))
    .map(({ patch_id }) => patch_id);
};
