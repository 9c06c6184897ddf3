import { accessSync, constants, lstatSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { ChildPlan, Confinement } from '../child-plan.ts';

/** Folders of the system that programs need: no settings, and no data but the rules of time zones. */
const systemFolders = ['/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/share/zoneinfo'];
/** Links into them on current distributions, folders on older ones. */
const systemPlaces = ['/bin', '/sbin', '/lib', '/lib32', '/lib64'];
/** Folders of which every Linux has some. The new root is put together in one; in this namespace it hides the rest. */
const bases = ['/mnt', '/media', '/srv', '/opt'];

/** One step towards a new root. */
export type RootStep =
  | { readonly make: 'folder' | 'file'; readonly at: string }
  | { readonly link: string; readonly at: string }
  | { readonly run: readonly string[] };

export interface RootPlan {
  /** The absolute path of the program in the new root. */
  readonly program: string;
  readonly steps: readonly RootStep[];
}

/**
 * Plans how to make the files of a confinement the only ones that a mount namespace has. Throws if the program is
 * missing or the new root has no place.
 */
export const planRoot = (
  plan: Pick<ChildPlan, 'command' | 'environment' | 'cwd'>,
  confinement: Confinement,
): RootPlan => {
  const { writable } = confinement;
  const program = realpathSync(findProgram(plan));
  const base = baseFor([program, ...writable]);
  const show = (place: string, mode: 'ro' | 'rw'): readonly RootStep[] => bind(place, `${base}${place}`, mode);
  const isInSystem = systemFolders.some((folder) => program.startsWith(`${folder}/`));
  return {
    program,
    steps: [
      mount('-t', 'tmpfs', '-o', 'mode=755,size=1m,nosuid,nodev', 'tmpfs', base),
      ...systemFolders.flatMap((folder) => (kindOf(folder) === 'folder' ? show(folder, 'ro') : [])),
      ...systemPlaces.flatMap((place) => {
        const kind = kindOf(place);
        if (kind === 'link') return [{ link: readlinkSync(place), at: `${base}${place}` }];
        return kind === 'folder' ? show(place, 'ro') : [];
      }),
      ...(isInSystem ? [] : show(program, 'ro')),
      ...show('/dev/null', 'rw'),
      ...writable.flatMap((folder) => show(folder, 'rw')),
      // The programs below read it.
      ...show('/proc', 'rw'),
      { make: 'folder', at: `${base}/before` },
      // The new root becomes that of the process that started this program, too.
      { run: ['/usr/sbin/pivot_root', base, `${base}/before`] },
      { run: ['/usr/bin/umount', '--lazy', '/before'] },
      mount('-o', 'remount,bind,ro,nosuid,nodev', '/'),
      { run: ['/usr/bin/umount', '--lazy', '/proc'] },
    ],
  };
};

const baseFor = (places: readonly string[]): string => {
  const isFree = (base: string): boolean => !places.some((place) => place === base || place.startsWith(`${base}/`));
  const found = bases.find((base) => kindOf(base) === 'folder' && isFree(base));
  if (found === undefined) throw new Error(`None of these folders can be used as a mount point: ${bases.join(', ')}`);
  return found;
};

const findProgram = ({ command, environment, cwd }: Pick<ChildPlan, 'command' | 'environment' | 'cwd'>): string => {
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
const bind = (place: string, at: string, mode: 'ro' | 'rw'): readonly RootStep[] => [
  { make: kindOf(place) === 'folder' ? 'folder' : 'file', at },
  // With everything mounted below it: a namespace of a user cannot show a part of that.
  mount('--rbind', place, at),
  ...(mode === 'ro' ? [mount('-o', 'remount,bind,ro,nosuid,nodev', at)] : []),
];

const mount = (...words: readonly string[]): RootStep => ({ run: ['/usr/bin/mount', ...words] });
