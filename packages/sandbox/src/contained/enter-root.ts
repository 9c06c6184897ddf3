import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { ChildPlan, Confinement } from '../child-plan.ts';

/** Folders of the system that programs need: no data, no settings. */
const systemFolders = ['/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib32', '/usr/lib64'];
/** Links into them on current distributions, folders on older ones. */
const systemPlaces = ['/bin', '/sbin', '/lib', '/lib32', '/lib64'];
/** Folders of which every Linux has some. The new root is put together in one; in this namespace it hides the rest. */
const bases = ['/mnt', '/media', '/srv', '/opt'];

/**
 * Makes the files of a confinement the only ones that this mount namespace has, and returns the absolute path of the
 * program in it. Throws if the machine does not allow it: then nothing may be started.
 */
export const enterRoot = (plan: ChildPlan, { writable }: Confinement): string => {
  const program = realpathSync(findProgram(plan));
  const base = baseFor([program, ...writable]);
  const show = (place: string, mode: 'ro' | 'rw'): void => bind(place, `${base}${place}`, mode);
  mount('-t', 'tmpfs', '-o', 'mode=755,size=1m,nosuid,nodev', 'tmpfs', base);
  for (const folder of systemFolders) if (kindOf(folder) === 'folder') show(folder, 'ro');
  for (const place of systemPlaces) {
    const kind = kindOf(place);
    if (kind === 'link') symlinkSync(readlinkSync(place), `${base}${place}`);
    else if (kind === 'folder') show(place, 'ro');
  }
  if (!systemFolders.some((folder) => program.startsWith(`${folder}/`))) show(program, 'ro');
  show('/dev/null', 'rw');
  for (const folder of writable) show(folder, 'rw');
  // The programs below read it.
  show('/proc', 'rw');
  mkdirSync(`${base}/before`);
  // The new root becomes that of this process too.
  run('/usr/sbin/pivot_root', base, `${base}/before`);
  process.chdir('/');
  run('/usr/bin/umount', '--lazy', '/before');
  mount('-o', 'remount,bind,ro,nosuid,nodev', '/');
  run('/usr/bin/umount', '--lazy', '/proc');
  return program;
};

const baseFor = (places: readonly string[]): string => {
  const isFree = (base: string): boolean => !places.some((place) => place === base || place.startsWith(`${base}/`));
  const found = bases.find((base) => kindOf(base) === 'folder' && isFree(base));
  if (found === undefined) throw new Error(`None of ${bases.join(', ')} is a folder that can be hidden`);
  return found;
};

const findProgram = ({ command, environment, cwd }: ChildPlan): string => {
  if (command.includes('/')) return path.resolve(cwd, command);
  const places = (environment['PATH'] ?? '').split(':').filter((folder) => path.isAbsolute(folder));
  const found = places.map((folder) => path.join(folder, command)).find(isExecutable);
  if (found === undefined) throw new Error(`'${command}' is not on the PATH`);
  return found;
};

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return lstatSync(realpathSync(file)).isFile();
  } catch {
    return false;
  }
};

const kindOf = (place: string): 'folder' | 'link' | 'file' | undefined => {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (found.isSymbolicLink()) return 'link';
  return found.isDirectory() ? 'folder' : 'file';
};

/** Shows a file or folder at another path. */
const bind = (place: string, at: string, mode: 'ro' | 'rw'): void => {
  if (kindOf(place) === 'folder') mkdirSync(at, { recursive: true });
  else {
    mkdirSync(path.dirname(at), { recursive: true });
    writeFileSync(at, '');
  }
  // With everything mounted below it: a namespace of a user cannot show a part of that.
  mount('--rbind', place, at);
  if (mode === 'ro') mount('-o', 'remount,bind,ro,nosuid,nodev', at);
};

const mount = (...words: readonly string[]): void => run('/usr/bin/mount', ...words);

const run = (program: string, ...words: readonly string[]): void => {
  const { status, stderr } = spawnSync(program, words, {
    env: {},
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
};
