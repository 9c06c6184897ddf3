import { judgePath } from '@recourse/engine/untrusted-values';
import type { SafePath } from '@recourse/engine/untrusted-values';
import { realpath } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Collector } from './collecting/collector.ts';
import type { Coverage, ProfileFormat } from './coverage.ts';
import { describeForeign, detectByContent, detectFormat } from './detect-format.ts';
import { findProfiles } from './find-profiles.ts';
import { readCoveragePy } from './formats/coverage-py.ts';
import { readClover } from './formats/clover.ts';
import { readCobertura } from './formats/cobertura.ts';
import { readGo } from './formats/go.ts';
import { readIstanbul } from './formats/istanbul.ts';
import { readJacoco } from './formats/jacoco.ts';
import { readLlvmCov } from './formats/llvm-cov.ts';
import { readLcov } from './formats/lcov.ts';
import type { FormatReader } from './formats/reader.ts';
import { defaultLimits } from './limits.ts';
import type { ProfileLimits } from './limits.ts';
import { Placer } from './paths/placer.ts';
import type { PathMapping } from './paths/placer.ts';
import { ProfileError, errorCode, invalidProfile } from './problem.ts';
import type { ProfileProblem } from './problem.ts';
import { WatchedSource, peek } from './source.ts';
import { WarningTally } from './warnings.ts';
import type { ProfileWarning } from './warnings.ts';

export interface ReadOptions {
  /** The folder of the project. Nothing outside of it is read, and nothing outside of it is in the result. */
  readonly root: string;
  /** A profile that is evidently of another format than this is refused. Without it, the format is found out. */
  readonly format?: ProfileFormat;
  /** Folders of the machine that made the profile, and where they are in this project. */
  readonly paths?: readonly PathMapping[];
  readonly limits?: Partial<ProfileLimits>;
  /** Ends the reading; its reason is the only thing that is ever thrown. */
  readonly signal?: AbortSignal;
}

/** Coverage, and where it comes from. */
export interface ProfileReading extends Coverage {
  readonly format: ProfileFormat;
  readonly warnings: readonly ProfileWarning[];
  readonly source: ProfileSource;
}

/** The profile that was read, so that a verdict can be traced to it. */
export interface ProfileSource {
  /** Relative to the root. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
  /** Of the very bytes that were read: `sha256:` and hexadecimal digits. */
  readonly digest: string;
}

const readers: Readonly<Record<ProfileFormat, FormatReader>> = {
  lcov: readLcov,
  cobertura: readCobertura,
  go: readGo,
  istanbul: readIstanbul,
  jacoco: readJacoco,
  clover: readClover,
  'coverage-py': readCoveragePy,
  'llvm-cov': readLlvmCov,
};

/** A file that was judged before. */
export type OpenableFile = Pick<SafePath, 'relative' | 'open'>;

/** How much of a profile is looked at to find out its format. */
const headBytes = 8 * 1024;

/**
 * Reads a profile of any format. Problems are returned and never thrown; harmless oddities are counted in `warnings`.
 * A string is a path inside the root.
 */
export const readProfile = async (
  file: OpenableFile | string,
  options: ReadOptions,
): Promise<ProfileReading | ProfileProblem> => {
  const realRoot = await realpath(options.root);
  let { format } = options;
  let name = typeof file === 'string' ? file : file.relative;
  try {
    const openable = typeof file === 'string' ? await judged(file, options.root) : file;
    name = openable.relative;
    const handle = await openable.open('read');
    try {
      format = chooseFormat(await peek(handle, headBytes), name, format);
      return await readOpened(handle, name, format, { ...options, realRoot });
    } finally {
      await handle.close();
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    if (errorCode(error) !== 'ENOENT') return invalidProfile(error, name, format);
    const found = await findProfiles(realRoot);
    return { code: 'OP_PROFILE_MISSING', details: { path: name, ...(found.length > 0 && { found: [...found] }) } };
  }
};

const judged = async (file: string, root: string): Promise<OpenableFile> => {
  const verdict = await judgePath(path.resolve(root), file, { type: 'file' });
  if (!verdict.ok) throw new ProfileError(verdict.reason);
  return verdict.path;
};

const chooseFormat = (head: Uint8Array, name: string, wanted: ProfileFormat | undefined): ProfileFormat => {
  const foreign = describeForeign(head);
  if (foreign !== undefined) throw new ProfileError(foreign);
  const evident = detectByContent(head);
  if (wanted !== undefined && evident !== undefined && evident !== wanted) {
    throw new ProfileError(`it is ${evident}, not ${wanted}`);
  }
  const format = wanted ?? detectFormat(head, name);
  if (format === undefined) throw new ProfileError('its format is unknown');
  return format;
};

const readOpened = async (
  handle: FileHandle,
  relative: string,
  format: ProfileFormat,
  { root, realRoot, paths = [], limits: ownLimits, signal }: ReadOptions & { readonly realRoot: string },
): Promise<ProfileReading> => {
  const limits = { ...defaultLimits, ...ownLimits };
  const stats = await handle.stat();
  if (stats.size > limits.bytes) throw new ProfileError(`it is larger than ${limits.bytes} bytes`);
  const source = new WatchedSource(handle, limits, signal);
  const warnings = new WarningTally();
  const collector = new Collector(limits, warnings);
  const placer = new Placer({ root, realRoot, profileFolder: path.posix.dirname(relative), paths, limits, warnings });
  await readers[format]({ source, collector, placer, warnings, limits, realRoot });
  const { bytes, digest } = source.finish();
  return {
    files: collector.files(),
    format,
    warnings: warnings.list(),
    source: { path: relative, bytes, modifiedAt: stats.mtime, digest },
  };
};
