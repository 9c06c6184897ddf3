import { sha256Of } from '../../sources/digest.ts';
import type { Worktree } from '../../patching/open-worktree.ts';
import type { Scene } from '../scene.ts';
import { buildSite } from './build-site.ts';
import type { Build } from './build-site.ts';

/** Builds sites, each of them once: several gates look at the same build. */
export type Builder = (scene: Scene) => Promise<Build>;

const mostKept = 4;

/** Creates a builder that remembers its last builds by what went into them. */
export const createBuilder = (build: (scene: Scene, worktree: Worktree) => Promise<Build> = buildSite): Builder => {
  const builds = new Map<string, Promise<Build>>();
  return async (scene) => {
    const { inputs, bundle, config, signal } = scene;
    const key = sha256Of(JSON.stringify([inputs.site, bundle, config.hugo]));
    const known = builds.get(key);
    if (known) {
      // Another gate's time limit or cancellation is not ours.
      const made = await known.catch(() => undefined);
      signal.throwIfAborted();
      if (made) return made;
    }
    const started = build(scene, scene.worktree);
    builds.set(key, started);
    for (const old of [...builds.keys()].slice(0, -mostKept)) builds.delete(old);
    try {
      return await started;
    } catch (error) {
      if (builds.get(key) === started) builds.delete(key);
      throw error;
    }
  };
};
