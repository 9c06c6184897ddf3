import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { path as guardPath } from '../path.ts';
import { createProject } from '../testing/create-project.ts';
import type { Project } from '../testing/create-project.ts';
import { canHoldFolders } from './open-folder.ts';
import { createSafePath } from './safe-path.ts';
import type { SafePath } from './safe-path.ts';

/** How long each use is repeated. */
const hammerMs = repetitions({ atLeast: 250, full: 30_000 });
const swapper = path.resolve(import.meta.dirname, '../testing/swap-links.mjs');

describe('while another process swaps folders and files for links that lead out', { timeout: 600_000 }, () => {
  let project: Project;
  let stop: () => Promise<void>;
  beforeEach(async () => {
    project = await createProject();
    await mkdir(path.join(project.root, 'folder'));
    await writeFile(path.join(project.root, 'file'), '');
    await rm(path.join(project.outside, 'secret.txt'));
    await writeFile(path.join(project.outside, 'kept'), 'kept');
    const child = fork(swapper, [project.root, project.outside]);
    await once(child, 'message');
    stop = async () => {
      child.disconnect();
      await once(child, 'exit');
    };
  });
  afterEach(async () => {
    await stop();
    await project.remove();
  });

  const outsideIsUntouched = async (): Promise<void> => {
    expect(await readdir(project.outside)).toEqual(['kept']);
    expect(await readFile(path.join(project.outside, 'kept'), 'utf8')).toBe('kept');
  };

  /** Uses a path over and over; how often it went well. */
  const hammer = async (use: () => Promise<unknown>): Promise<number> => {
    let done = 0;
    for (const end = performance.now() + hammerMs; performance.now() < end;) {
      done += await use().then(
        () => 1,
        () => 0,
      );
    }
    return done;
  };

  it('a plain write lands outside, so the race is a real one', async () => {
    const escaped = async (): Promise<boolean> => (await readdir(project.outside)).length > 1;
    while (!(await escaped())) {
      await writeFile(path.join(project.root, 'folder', 'x'), 'x').catch(() => {});
    }
    expect(await escaped()).toBe(true);
  });

  const closed = async (opened: Promise<FileHandle>): Promise<void> => (await opened).close();

  const uses = (at: (...parts: readonly string[]) => SafePath): readonly (() => Promise<unknown>)[] => [
    () => at('folder', 'x').writeFile('x'),
    () => at('file').writeFile('x'),
    () => closed(at('file').open('create')),
    () => closed(at('folder', 'z').open('create')),
    () => at('folder', 'made', 'deep').mkdir(),
    () => at('folder', 'made', 'y').writeFile('y'),
    () => at('folder', 'x').unlink(),
  ];

  it.runIf(canHoldFolders)('nothing is written, made or removed outside', async () => {
    const at = (...parts: readonly string[]) => createSafePath(project.root, parts);
    let done = 0;
    for (const use of uses(at)) done += await hammer(use);
    expect(done).toBeGreaterThan(0);
    await outsideIsUntouched();
  });

  it.runIf(canHoldFolders)('what the guard lets through does not write outside either', async () => {
    const settings = { roots: { project: project.root } };
    const done = await hammer(async () => {
      const verdict = await guardPath('folder/x', { root: 'project' }, settings);
      if (!verdict.ok) throw new Error(verdict.reason);
      await (verdict.handle as SafePath).writeFile('x');
    });
    expect(done).toBeGreaterThan(0);
    await outsideIsUntouched();
  });

  it.runIf(canHoldFolders)('nothing outside is read', async () => {
    await writeFile(path.join(project.outside, 'app.ts'), 'outside');
    await writeFile(path.join(project.root, 'folder', 'app.ts'), 'inside').catch(() => {});
    const file = createSafePath(project.root, ['folder', 'app.ts']);
    const read = new Set<string>();
    await hammer(async () => read.add(await file.readText()));
    expect(read).not.toContain('outside');
  });
});
