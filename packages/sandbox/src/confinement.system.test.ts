import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { canConfine, runChild } from './run-child.ts';

const canary = 'canary-of-the-machine';
// CI must run the real thing; a container of a user may not allow it.
const isPossible = process.env['CI'] === 'true' || (await canConfine());

let outside: string;
let folder: string;
beforeAll(async () => {
  outside = await realpath(await mkdtemp(path.join(tmpdir(), 'recourse-outside-')));
  folder = path.join(outside, 'run');
  await mkdir(folder);
  await writeFile(path.join(outside, 'canary.txt'), canary);
});
afterAll(() => rm(outside, { recursive: true, force: true }));

/** Runs a script of Node that prints what it could do, confined to the folder. */
const tryTo = async (script: string) => {
  const end = await runChild({
    command: process.execPath,
    arguments: ['-e', `const fs = require('fs'); ${script}`],
    cwd: folder,
    environment: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 50_000,
    confinement: { writable: [folder] },
  });
  return { exitCode: end.exitCode, output: end.output.trim() };
};

describe.skipIf(!isPossible)('a confined child', () => {
  it('reads and writes its folder', async () => {
    await writeFile(path.join(folder, 'in.txt'), 'x');
    const script = `fs.writeFileSync('out.txt', fs.readFileSync('${folder}/in.txt') + 'y'); console.log(process.cwd())`;
    expect(await tryTo(script)).toEqual({ exitCode: 0, output: folder });
    expect(await readFile(path.join(folder, 'out.txt'), 'utf8')).toBe('xy');
  });

  it('does not see any other file, also not through links', async () => {
    await symlink(path.join(outside, 'canary.txt'), path.join(folder, 'link'));
    await symlink('..', path.join(folder, 'up'));
    onTestFinished(() => Promise.all(['link', 'up'].map((name) => rm(path.join(folder, name)))).then(() => undefined));
    const places = [
      `${outside}/canary.txt`,
      '../canary.txt',
      'link',
      'up/canary.txt',
      '/etc/passwd',
      '/proc/1/environ',
      '/proc/self/environ',
      '/before/etc/passwd',
      `/before${outside}/canary.txt`,
      '/usr/share/doc',
      '/root',
      '/home',
    ];
    const script = `for (const place of ${JSON.stringify(places)}) console.log(place, fs.existsSync(place))`;
    const { output } = await tryTo(script);
    expect(output.split('\n')).toEqual(places.map((place) => `${place} false`));
  });

  it('sees the same time zones as the machine', async () => {
    const zones = '/usr/share/zoneinfo';
    const { output } = await tryTo(`console.log(fs.existsSync('${zones}') ? fs.readdirSync('${zones}').length : 0)`);
    expect(Number(output)).toBe(existsSync(zones) ? (await readdir(zones)).length : 0);
  });

  it('writes nothing outside its folder', async () => {
    const places = ['/x', '/usr/bin/x', `${outside}/x`, '../x', '/dev/x', process.execPath];
    const script = `for (const place of ${JSON.stringify(places)}) {
      try { fs.writeFileSync(place, 'x'); console.log('written', place); } catch { console.log('refused'); } }`;
    const { output } = await tryTo(script);
    expect(output).toBe(places.map(() => 'refused').join('\n'));
    expect(await readdir(outside)).toEqual(['canary.txt', 'run']);
  });

  it('reaches no network, not even this machine', async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end(canary);
    });
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())));
    const { port } = server.address() as AddressInfo;
    const script = `fetch('http://127.0.0.1:${port}/').then((r) => r.text(), (e) => e.cause.code).then(console.log)`;
    expect((await tryTo(script)).output).toMatch(/^E[A-Z]+$/u);
    expect(requests).toEqual([]);
  });

  it('has no permissions on other processes or mounts of its user', async () => {
    const script = `console.log(require('child_process').spawnSync('/usr/bin/umount', ['${folder}']).status !== 0)`;
    expect(await tryTo(script)).toEqual({ exitCode: 0, output: 'true' });
  });

  it('can be an executable in another location', async () => {
    const program = path.join(outside, 'program');
    await copyFile('/usr/bin/true', program);
    onTestFinished(() => rm(program));
    const plan = { command: program, arguments: [], cwd: folder, environment: {}, timeoutMs: 50_000 };
    expect(await runChild({ ...plan, confinement: { writable: [folder] } })).toMatchObject({ exitCode: 0 });
  });

  it('that cannot be found is not started', async () => {
    const plan = { command: 'no-such-program', arguments: [], cwd: folder, timeoutMs: 50_000 };
    const environment = { PATH: process.env['PATH'] ?? '' };
    expect(await runChild({ ...plan, environment, confinement: { writable: [folder] } })).toMatchObject({
      unstartable: true,
      exitCode: null,
    });
  });
});
