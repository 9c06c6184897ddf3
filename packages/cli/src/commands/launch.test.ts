import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWithFakeIo } from '../testing/run-with-fake-io.ts';
import { writeFolder } from '../testing/write-package.ts';

const sha = '0123456789abcdef0123456789abcdef01234567';
const config = `product_slug: tidewater
product_name: Tidewater
github_repo_url: https://github.com/mira/tidewater
github_ref: ${sha}
site_repo_url: https://github.com/mira/site
allowed_paths: [content]
`;

/** A checkout as git leaves it. */
const checkout = (): string => {
  const cwd = writeFolder({ 'package.json': '{"name":"@mira/tide.water"}' });
  mkdirSync(path.join(cwd, '.git', 'refs', 'heads'), { recursive: true });
  writeFileSync(path.join(cwd, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(path.join(cwd, '.git', 'refs', 'heads', 'main'), `${sha}\n`);
  writeFileSync(
    path.join(cwd, '.git', 'config'),
    '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://mira:secret@github.com/mira/tidewater.git\n',
  );
  return cwd;
};

describe('recourse launch check', () => {
  it('accepts a valid file', async () => {
    const cwd = writeFolder({ 'run.yaml': config });
    expect(await runWithFakeIo(['launch', 'check', 'run.yaml'], { cwd })).toMatchObject({
      exit: 0,
      out: 'run.yaml is a valid configuration for launching tidewater.',
    });
    const { out } = await runWithFakeIo(['launch', 'check', 'run.yaml', '--json'], { cwd });
    expect(JSON.parse(out)).toMatchObject({ ok: true, config: { locale: 'en' } });
  });

  it('reports each problem with line, column and the nearest name', async () => {
    const cwd = writeFolder({ 'run.yaml': config.replace('allowed_paths', 'allowed_path') });
    const { exit, out } = await runWithFakeIo(['launch', 'check', 'run.yaml'], { cwd });
    expect(exit).toBe(1);
    expect(out).toContain("run.yaml:6:1: allowed_path: unknown field 'allowed_path'; did you mean 'allowed_paths'?");
  });

  it('says that a file is missing', async () => {
    const { exit, err } = await runWithFakeIo(['launch', 'check', 'nowhere.yaml'], { cwd: writeFolder({}) });
    expect(exit).toBe(2);
    expect(err).toContain('nowhere.yaml');
  });

  it('names the path if it is a folder', async () => {
    const { exit, err } = await runWithFakeIo(['launch', 'check', '.'], { cwd: writeFolder({}) });
    expect(exit).toBe(2);
    expect(err).toContain("'.' is a folder");
  });

  it('refuses a file that is not in UTF-8, at the line of the first wrong byte', async () => {
    const cwd = writeFolder({});
    writeFileSync(path.join(cwd, 'run.yaml'), Buffer.from(config.replace('Tidewater', 'Caf\u00e9'), 'latin1'));
    expect(await runWithFakeIo(['launch', 'check', 'run.yaml'], { cwd })).toMatchObject({
      exit: 1,
      out: 'run.yaml:2:1: The file must be in UTF-8',
    });
  });

  it('reads an endless file only up to the size limit', async () => {
    const { exit, err } = await runWithFakeIo(['launch', 'check', '/dev/zero'], { cwd: writeFolder({}) });
    expect(exit).toBe(2);
    expect(err).toContain('/dev/zero must have at most 1048576 bytes');
  });

  it('shows control characters of a file as escapes', async () => {
    const cwd = writeFolder({ 'run.yaml': `${config}"\\e[31mred": 1\n` });
    const { exit, out } = await runWithFakeIo(['launch', 'check', 'run.yaml'], { cwd });
    expect(exit).toBe(1);
    expect(out).toContain('[31mred');
    expect(out).not.toContain('\u001b');
  });
});

describe('recourse launch init', () => {
  const site = 'https://github.com/mira/site';

  it('writes a file that check accepts, from the repository and the answers on a terminal', async () => {
    const cwd = checkout();
    const asked: string[] = [];
    const ask = (question: string) => {
      asked.push(question);
      return Promise.resolve(question.startsWith('URL of the site repository') ? site : '');
    };
    expect(await runWithFakeIo(['launch', 'init'], { cwd, ask })).toMatchObject({ exit: 0 });
    expect(asked).toContain('Name of the product in paths and branch names [tide-water]: ');
    const written = readFileSync(path.join(cwd, 'run_config.yaml'), 'utf8');
    expect(written).toContain('github_repo_url: "https://github.com/mira/tidewater"');
    expect(written).toContain(`github_ref: "${sha}"`);
    expect(written).not.toContain('secret');
    expect(await runWithFakeIo(['launch', 'check', 'run_config.yaml'], { cwd })).toMatchObject({ exit: 0 });
  });

  it('needs no terminal if everything is given', async () => {
    const cwd = checkout();
    expect(await runWithFakeIo(['launch', 'init', 'mine.yaml', '--site', site], { cwd })).toMatchObject({ exit: 0 });
    const { exit, err } = await runWithFakeIo(['launch', 'init', 'other.yaml'], { cwd });
    expect(exit).toBe(2);
    expect(err).toContain('--site');
  });

  it('asks for the name if the repository has several packages', async () => {
    const cwd = checkout();
    const packages = { 'package.json': { private: true, workspaces: ['packages/*'] } };
    const names = { 'packages/a/package.json': { name: 'tide-a' }, 'packages/b/package.json': { name: 'tide-b' } };
    for (const [file, manifest] of Object.entries({ ...packages, ...names })) {
      mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
      writeFileSync(path.join(cwd, file), JSON.stringify(manifest));
    }
    const { exit, err } = await runWithFakeIo(['launch', 'init', '--site', site], { cwd });
    expect(exit).toBe(2);
    expect(err).toContain('--product, --name');
  });

  it('never overwrites a file without asking', async () => {
    const cwd = checkout();
    writeFileSync(path.join(cwd, 'run_config.yaml'), 'mine\n');
    const line = ['launch', 'init', '--site', site];
    expect(await runWithFakeIo(line, { cwd })).toMatchObject({ exit: 2 });
    expect(await runWithFakeIo(line, { cwd, ask: () => Promise.resolve('') })).toMatchObject({ exit: 130 });
    expect(readFileSync(path.join(cwd, 'run_config.yaml'), 'utf8')).toBe('mine\n');
    expect(await runWithFakeIo(line, { cwd, ask: () => Promise.resolve('yes') })).toMatchObject({ exit: 2 });
  });

  it('writes nothing if the answers are an invalid configuration', async () => {
    const cwd = checkout();
    const line = ['launch', 'init', '--site', 'ftp://example.org'];
    const { exit, err } = await runWithFakeIo(line, { cwd });
    expect(exit).toBe(2);
    expect(err).toContain('site_repo_url');
    expect(() => readFileSync(path.join(cwd, 'run_config.yaml'))).toThrow();
  });
});
