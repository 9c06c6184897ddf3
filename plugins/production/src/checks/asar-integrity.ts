import { createHash } from 'node:crypto';
import path from 'node:path';
import { StageRefusedError } from '@recourse/stage-plugin';
import type { PluginStage } from '@recourse/stage-plugin';
import type { Artifact } from '../artifact/artifact.ts';
import { headerLength, parseHeader, prefixBytes } from './asar.ts';
import type { AsarFile, AsarHeader } from './asar.ts';
import type { Check, Verdict } from './check.ts';
import { readFuses } from './fuses.ts';

type Apps = PluginStage['apps'];

const rangesPerRequest = 1000;
const mostNamed = 10;

/** The files in app.asar have the hashes that its header records, and the program checks that header. */
export const asarIntegrity: Check = {
  title: 'The files in app.asar match their recorded hashes',
  run: async (artifact, apps): Promise<Verdict> => {
    const { resources, type } = artifact;
    if (resources === undefined)
      return {
        status: 'unknown',
        detail: 'The files are packed inside the AppImage, which this check does not unpack.',
      };
    const names = (await apps.list(resources)).map(({ name }) => name);
    if (!names.includes('app.asar'))
      return {
        status: 'fail',
        detail: 'The app is not in an archive, so its files can be changed unnoticed.',
        fix: 'Package it with asar.',
      };
    const archive = path.join(resources, 'app.asar');
    const header = await readHeader(apps, archive).catch((error: unknown) => {
      if (error instanceof TypeError || error instanceof SyntaxError) return error;
      throw error;
    });
    if (header instanceof Error)
      return {
        status: 'fail',
        detail: `app.asar cannot be read: ${header.message.slice(0, 200)}.`,
        fix: 'Package the app again.',
      };
    const unhashed = header.files.filter(({ hash }) => hash === undefined).length;
    const changed = await findChanged(apps, archive, header.files);
    if (changed.length > 0) {
      const detail = `${changed.length} of ${header.files.length} files do not match their recorded hash.`;
      return { status: 'fail', detail, evidence: changed.slice(0, mostNamed), fix: 'Package the app again.' };
    }
    const evidence = [`${header.files.length - unhashed} of ${header.files.length} files match their recorded hash`];
    if (type === 'linux')
      return unhashed === 0
        ? {
            status: 'pass',
            detail: 'All files match their recorded hash. Electron does not check the hashes on Linux.',
            evidence,
          }
        : { status: 'unknown', detail: `${unhashed} files have no recorded hash.`, evidence };
    return judgeEmbedded(artifact, apps, { header, evidence, unhashed });
  },
};

const readHeader = async (apps: Apps, archive: string): Promise<AsarHeader> => {
  const length = headerLength(Buffer.from(await apps.read(archive, { offset: 0, length: prefixBytes })));
  const text = Buffer.from(await apps.read(archive, { offset: prefixBytes, length }));
  if (text.length < length) throw new TypeError('the file ends before the end of its header');
  // The header is padded to four bytes.
  return parseHeader(text.toString('utf8'), prefixBytes + Math.ceil(length / 4) * 4);
};

/** The names of files whose bytes have another hash, or are missing. */
const findChanged = async (apps: Apps, archive: string, files: readonly AsarFile[]): Promise<readonly string[]> => {
  const changed: string[] = [];
  const hashed = files.filter(({ hash }) => hash !== undefined);
  for (let at = 0; at < hashed.length; at += rangesPerRequest) {
    const part = hashed.slice(at, at + rangesPerRequest);
    const hashes = await apps
      .hash(
        archive,
        part.map(({ offset, size }) => ({ offset, length: size })),
      )
      .catch((error: unknown) => {
        // The archive ends before one of them.
        if (error instanceof StageRefusedError && error.code === 'BAD_ARGUMENT') return undefined;
        throw error;
      });
    if (!hashes) return [...changed, ...part.map(({ name }) => name)];
    changed.push(...part.flatMap(({ name, hash }, index) => (hashes[index] === hash ? [] : [name])));
  }
  return changed;
};

interface Found {
  readonly header: AsarHeader;
  readonly evidence: readonly string[];
  readonly unhashed: number;
}

/** On macOS and Windows, Electron compares the header with a hash in Info.plist or the program, if its fuse is on. */
const judgeEmbedded = async (
  artifact: Artifact,
  apps: Apps,
  { header, evidence, unhashed }: Found,
): Promise<Verdict> => {
  const { plist, program } = artifact;
  const fuse = (await readFuses(artifact, apps))?.get('EnableEmbeddedAsarIntegrityValidation');
  const hash = createHash('sha256').update(header.text).digest('hex');
  const place = plist ?? program;
  const isEmbedded = place !== undefined && (await apps.search(place, hash)).length > 0;
  const facts = [...evidence, `EnableEmbeddedAsarIntegrityValidation: ${fuse ?? 'unknown'}`];
  if (fuse === 'on' && !isEmbedded)
    return {
      status: 'fail',
      detail: 'The app does not contain the hash of this app.asar, so Electron will refuse to start it.',
      evidence: facts,
      fix: 'Package the app again with a packager that embeds the hash of app.asar.',
    };
  if (fuse !== 'on')
    return {
      status: 'fail',
      detail: 'The executable does not check app.asar, so the archive can be changed unnoticed.',
      evidence: facts,
      fix: 'Turn on EnableEmbeddedAsarIntegrityValidation with @electron/fuses.',
    };
  return unhashed === 0
    ? {
        status: 'pass',
        detail: 'The executable checks app.asar, and all files match their recorded hash.',
        evidence: facts,
      }
    : { status: 'unknown', detail: `${unhashed} files have no recorded hash.`, evidence: facts };
};
