import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { planRoot } from './plan-root.ts';
import type { RootStep } from './plan-root.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'recourse-root-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const tool = path.join(folder, 'tool');
writeFileSync(tool, '');
chmodSync(tool, 0o755);
symlinkSync('tool', path.join(folder, 'alias'));
writeFileSync(path.join(folder, 'text'), '');

const planOf = (command: string, writable: readonly string[] = [], PATH = '/usr/bin') =>
  planRoot({ command, environment: { PATH }, cwd: folder }, { writable });

/** The places that a plan shows, with `ro` for those that are mounted again as read-only. */
const shown = (steps: readonly RootStep[]): ReadonlyMap<string, 'ro' | 'rw'> => {
  const words = steps.flatMap((step) => ('run' in step ? [step.run] : []));
  const readOnly = new Set(words.flatMap(([, , options, at]) => (options?.includes('ro,') ? [at] : [])));
  return new Map(
    words.flatMap(([, how, place = '', at]) =>
      how === '--rbind' ? [[place, readOnly.has(at) ? 'ro' : 'rw'] as const] : [],
    ),
  );
};

describe.runIf(process.platform === 'linux')('planRoot', () => {
  it('shows the programs of the system read-only, and nothing else of the machine', () => {
    const { program, steps } = planOf('true');
    expect(program).toBe(realpathSync('/usr/bin/true'));
    const places = shown(steps);
    expect(places.get('/usr/bin')).toBe('ro');
    expect(places.get('/dev/null')).toBe('rw');
    const unknown = [...places.keys()].filter(
      (place) => !/^(?:\/usr)?\/(?:s?bin|lib(?:32|64)?|share\/zoneinfo)$/u.test(place),
    );
    expect(unknown).toEqual(['/dev/null', '/proc']);
  });

  it('keeps the links of the system', () => {
    const { steps } = planOf('true');
    const links = steps.flatMap((step) => ('link' in step ? [[step.at, step.link]] : []));
    for (const [at = '', link] of links) expect(link).toBe(readlinkSync(`/${path.basename(at)}`));
  });

  it('shows folders that may be written, and a program outside the system read-only', () => {
    const writable = path.join(folder, 'work');
    const { program, steps } = planOf('./alias', [writable]);
    expect(program).toBe(tool);
    expect(shown(steps).get(tool)).toBe('ro');
    expect(shown(steps).get(writable)).toBe('rw');
  });

  it('leaves the old root, and makes the new one read-only, last', () => {
    const words = planOf('true').steps.flatMap((step) => ('run' in step ? [step.run.join(' ')] : []));
    expect(words.slice(-4).map((line) => line.replace(/\/(?:mnt|media|srv|opt)\b/gu, '/base'))).toEqual([
      '/usr/sbin/pivot_root /base /base/before',
      '/usr/bin/umount --lazy /before',
      '/usr/bin/mount -o remount,bind,ro,nosuid,nodev /',
      '/usr/bin/umount --lazy /proc',
    ]);
  });

  it('puts the new root where it hides nothing that is shown', () => {
    const bases = ['/mnt', '/media', '/srv', '/opt'].filter((base) => existsSync(base));
    for (const base of bases.slice(0, -1)) {
      const made = planOf('true', [`${base}/work`]).steps.flatMap((step) => ('make' in step ? [step.at] : []));
      expect(made.every((at) => !at.startsWith(`${base}/`))).toBe(true);
    }
    expect(() => planOf('true', bases)).toThrow('None of these folders can be used as a mount point');
  });

  it.each([
    ['is missing', 'no-such-program', '/usr/bin'],
    ['is on a PATH that is relative', 'tool', '.'],
    ['cannot be executed', 'text', folder],
    ['is a folder', path.basename(folder), path.dirname(folder)],
  ])('refuses a program that %s', (_, command, PATH) => {
    expect(() => planOf(command, [], PATH)).toThrow(`'${command}' is not on the PATH`);
  });
});
