import path from 'node:path';
import { StageRefusedError } from '@recourse/stage-plugin';
import type { PluginAppFile, PluginStage } from '@recourse/stage-plugin';
import { ArtifactError } from './artifact.ts';
import type { Artifact } from './artifact.ts';

type Apps = PluginStage['apps'];

const framework = 'Contents/Frameworks/Electron Framework.framework/Electron Framework';

/** Finds the program and the resources of a packaged app. Throws ArtifactError. */
export const findArtifact = async (apps: Apps, given: string): Promise<Artifact> => {
  if (given.endsWith('.app') || given.endsWith('.app/')) return findMacApp(apps, given);
  const head = await readHead(apps, given);
  return head === 'folder' ? findInFolder(apps, given) : programArtifact(apps, given, head);
};

/** The first bytes of a file; `folder` if it is one. */
const readHead = async (apps: Apps, file: string): Promise<Buffer | 'folder'> => {
  try {
    return Buffer.from(await apps.read(file, { offset: 0, length: 16 }));
  } catch (error) {
    if (!(error instanceof StageRefusedError)) throw error;
    if (error.code === 'FILE_NOT_FOUND') throw new ArtifactError('missing', 'there is nothing');
    if (error.code === 'BAD_ARGUMENT' && error.message.includes('is not a file')) return 'folder';
    throw error;
  }
};

const findMacApp = async (apps: Apps, app: string): Promise<Artifact> => {
  if ((await readHead(apps, app)) !== 'folder') throw new ArtifactError('no bundle', 'an .app must be a folder');
  const contents = await apps.list(path.join(app, 'Contents'));
  const programs = await listed(apps, path.join(app, 'Contents/MacOS'));
  const has = (name: string): boolean => contents.some((entry) => entry.name === name);
  if (!has('Info.plist')) throw new ArtifactError('no bundle', 'it has no Contents/Info.plist');
  const program = programs.find(({ isFolder }) => !isFolder);
  return {
    type: 'macos',
    path: app,
    program: program && path.join(app, 'Contents/MacOS', program.name),
    fuseFile: path.join(app, framework),
    resources: path.join(app, 'Contents/Resources'),
    plist: path.join(app, 'Contents/Info.plist'),
  };
};

const findInFolder = async (apps: Apps, folder: string): Promise<Artifact> => {
  const entries = await apps.list(folder);
  if (!entries.some(({ name, isFolder }) => name === 'resources' && isFolder))
    throw new ArtifactError('no bundle', "it has no 'resources' folder");
  const files = entries.filter(({ isFolder, size }) => !isFolder && size > 0);
  for (const { name } of files.filter(isLikelyProgram).toSorted((one, other) => other.size - one.size)) {
    const file = path.join(folder, name);
    // A file that is a link out of the operator's folders cannot be read, and is not the program.
    const head = await readHead(apps, file).catch(() => 'folder' as const);
    if (head !== 'folder' && kindOf(head) !== undefined)
      return { ...(await programArtifact(apps, file, head)), path: folder };
  }
  throw new ArtifactError('no bundle', 'it contains no executable');
};

const isLikelyProgram = ({ name, isExecutable }: PluginAppFile): boolean =>
  name.endsWith('.exe') || (isExecutable && !/\.(?:so|dll)(?:\.|$)|^chrome[-_]/u.test(name));

const programArtifact = async (apps: Apps, file: string, head: Buffer): Promise<Artifact> => {
  const type = kindOf(head);
  if (type === undefined) throw new ArtifactError('unsupported', 'it does not start with the header of an executable');
  const folder = path.dirname(file);
  const hasResources = (await apps.list(folder)).some(({ name, isFolder }) => name === 'resources' && isFolder);
  const resources = hasResources && type !== 'appimage' ? path.join(folder, 'resources') : undefined;
  const fuseFile = type === 'appimage' ? undefined : file;
  return { type, path: file, program: file, fuseFile, resources, plist: undefined };
};

const kindOf = (head: Buffer): 'linux' | 'appimage' | 'windows' | undefined => {
  if (head.toString('latin1', 0, 2) === 'MZ') return 'windows';
  if (head.toString('latin1', 0, 4) !== '\u007fELF') return undefined;
  return head.toString('latin1', 8, 10) === 'AI' ? 'appimage' : 'linux';
};

const listed = (apps: Apps, folder: string): Promise<readonly PluginAppFile[]> =>
  apps.list(folder).catch((error: unknown) => {
    if (error instanceof StageRefusedError && error.code === 'FILE_NOT_FOUND') return [];
    throw error;
  });
