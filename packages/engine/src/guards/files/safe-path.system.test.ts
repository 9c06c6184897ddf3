import {
  chmod,
  link,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  symlink,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProject } from '../testing/create-project.ts';
import type { Project } from '../testing/create-project.ts';
import { canHoldFolders } from './open-folder.ts';
import { createPassingName } from './passing-files.ts';
import { createSafePath } from './safe-path.ts';
import type { SafePath } from './safe-path.ts';

const ways = canHoldFolders ? [true, false] : [false];

describe.each(ways)('a path that is held by descriptor: %s', (byDescriptor) => {
  let project: Project;
  let at: (...parts: readonly string[]) => SafePath;
  beforeEach(async () => {
    project = await createProject();
    at = (...parts) => createSafePath(project.root, parts, { byDescriptor });
  });
  afterEach(() => project.remove());

  it('says where it lies', () => {
    expect(at('src', 'app.ts')).toMatchObject({
      relative: 'src/app.ts',
      absolute: path.join(project.root, 'src', 'app.ts'),
    });
    expect(at().relative).toBe('.');
  });

  it('reads, writes, lists and removes', async () => {
    const file = at('src', 'new.txt');
    await file.writeFile('longer than the next');
    await file.writeFile('one');
    expect(await file.readText()).toBe('one');
    expect(String(await file.readFile())).toBe('one');
    expect((await file.stat()).size).toBe(3);
    expect(await at('src').readdir()).toEqual(['app.ts', 'back', 'deep', 'new.txt']);
    await file.unlink();
    await expect(file.stat()).rejects.toMatchObject({ code: 'ENOENT', message: "ENOENT: 'src/new.txt'" });
  });

  it('makes folders, and those of a file', async () => {
    await at('a', 'b', 'c').mkdir();
    await at('a', 'b', 'c').mkdir();
    await at('d', 'e', 'file.txt').mkdirParent();
    await at('d', 'e', 'file.txt').writeFile('x');
    expect(await readdir(path.join(project.root, 'a', 'b'))).toEqual(['c']);
    expect((await at().stat()).isDirectory()).toBe(true);
    expect(await at().readdir()).toContain('d');
  });

  it('creates a file only where none is', async () => {
    const handle = await at('fresh').open('create');
    await handle.close();
    await expect(at('fresh').open('create')).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('follows no link at its use, neither to a file nor through a folder', async () => {
    for (const file of [
      at('link-out-file'),
      at('link-out', 'secret.txt'),
      at('link-dangling'),
      at('link-in', 'app.ts'),
    ]) {
      for (const use of [() => file.readText(), () => file.writeFile('x'), () => file.stat(), () => file.readdir()]) {
        await expect(use()).rejects.toMatchObject({ code: 'ERR_UNSAFE_PATH' });
      }
    }
    await expect(at('link-dangling').open('create')).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(at('link-out', 'made').mkdir()).rejects.toMatchObject({ code: 'ERR_UNSAFE_PATH' });
    await expect(at('link-out', 'secret.txt').unlink()).rejects.toMatchObject({ code: 'ERR_UNSAFE_PATH' });
    expect(await readdir(project.outside)).toEqual(['secret.txt']);
    expect(await readFile(path.join(project.outside, 'secret.txt'), 'utf8')).toBe('secret\n');
  });

  it('removes a link and not what it leads to', async () => {
    await at('link-out-file').unlink();
    expect(await readdir(project.outside)).toEqual(['secret.txt']);
  });

  it('detects a folder that was replaced by a link', async () => {
    const file = at('src', 'app.ts');
    await rename(path.join(project.root, 'src'), path.join(project.root, 'parked'));
    await symlink(project.outside, path.join(project.root, 'src'));
    await expect(file.writeFile('x')).rejects.toMatchObject({ code: 'ERR_UNSAFE_PATH' });
    expect(await readdir(project.outside)).toEqual(['secret.txt']);
  });

  it('replaces a file that has another name elsewhere, and leaves that one as it is', async () => {
    await link(path.join(project.outside, 'secret.txt'), path.join(project.root, 'hard'));
    await at('hard').writeFile('x');
    expect(await at('hard').readText()).toBe('x');
    expect(await readFile(path.join(project.outside, 'secret.txt'), 'utf8')).toBe('secret\n');
  });

  it('keeps the permissions of the file that it replaces', async () => {
    await chmod(path.join(project.root, 'notes.md'), 0o640);
    await at('notes.md').writeFile('x');
    expect((await at('notes.md').stat()).mode & 0o777).toBe(0o640);
  });

  it('removes what killed writes of the same file have left, and nothing else', async () => {
    const made = async (entry: string, seconds: number): Promise<string> => {
      const name = createPassingName(entry);
      const at = new Date(Date.now() - seconds * 1000);
      await writeFile(path.join(project.root, name), 'half');
      await utimes(path.join(project.root, name), at, at);
      return name;
    };
    const [killed, alsoKilled] = [await made('notes.md', 600), await made('notes.md', 86_400)];
    const kept = [await made('notes.md', 10), await made('other.md', 600)];
    const link = createPassingName('notes.md');
    await symlink(path.join(project.outside, 'secret.txt'), path.join(project.root, link));
    await writeFile(path.join(project.root, '.mine.tmp'), 'x');
    await at('notes.md').writeFile('x');
    const names = await readdir(project.root);
    expect(names).toEqual(expect.arrayContaining([...kept, link, '.mine.tmp']));
    expect(names).not.toContain(killed);
    expect(names).not.toContain(alsoKilled);
    expect(await readFile(path.join(project.outside, 'secret.txt'), 'utf8')).toBe('secret\n');
  });

  it('waits for no pipe and opens no folder as a file', async () => {
    await expect(at('pipe').readText()).rejects.toMatchObject({ code: 'ERR_UNSAFE_PATH' });
    await expect(at('src').readText()).rejects.toThrow();
    await expect(at().writeFile('x')).rejects.toMatchObject({ code: 'ERR_UNSAFE_PATH' });
  });

  it('leaves no descriptor open', async () => {
    if (!canHoldFolders) return;
    const before = (await readdir('/proc/self/fd')).length;
    for (let round = 0; round < 50; round++) {
      await at('src', 'app.ts').readText();
      await at('link-out', 'x')
        .readText()
        .catch(() => {});
      await at('not', 'there').mkdirParent();
      await at('not', 'there')
        .readText()
        .catch(() => {});
    }
    expect((await readdir('/proc/self/fd')).length).toBeLessThanOrEqual(before + 2);
  });

  it('works after its folder was created again', async () => {
    const file = at('again', 'file.txt');
    await file.mkdirParent();
    await file.writeFile('one');
    await rm(path.join(project.root, 'again'), { recursive: true });
    await mkdir(path.join(project.root, 'again'));
    await file.writeFile('two');
    expect(await file.readText()).toBe('two');
    await unlink(path.join(project.root, 'again', 'file.txt'));
    await writeFile(path.join(project.root, 'again', 'file.txt'), 'three');
    expect(await file.readText()).toBe('three');
  });
});
