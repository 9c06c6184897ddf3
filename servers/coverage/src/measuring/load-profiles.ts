import { judgePath } from '@recourse/engine/judged';
import type { SafePath } from '@recourse/engine/judged';
import type { Policy } from '../policy/index.ts';
import { isProfileProblem, mergeCoverage, profileFormats, readProfile } from '../profile/index.ts';
import type { Coverage, ProfileFormat, ProfileReading } from '../profile/index.ts';
import { refuse, refuseWith } from '../refused.ts';
import { findRunner, lastProfile } from '../running/index.ts';
import { showText } from '../strangers/show-text.ts';
import type { Toolbox } from '../toolbox.ts';
import { readScope } from './scope.ts';

/** The place that coverctl writes to. */
const customary = '.cover/coverage.out';

export interface LoadedProfiles {
  readonly coverage: Coverage;
  readonly readings: readonly ProfileReading[];
  /** What the run that made the profile left out. */
  readonly skipped: readonly string[];
}

export interface ProfileChoice {
  /** What the caller named: judged already. */
  readonly given?: SafePath | undefined;
  /** What a run has just written, from the root down. */
  readonly fresh?: { readonly path: string; readonly format: ProfileFormat } | undefined;
  /** The argument that names it, for the refusal. */
  readonly field?: string;
  /** Whether it may be older than the sources: one to compare with is. */
  readonly mayBeOld?: boolean;
}

/** Reads the profile that is meant, and what the policy merges with it. One that was not just made must be newer than its sources. */
export const loadProfiles = async (
  toolbox: Toolbox,
  policy: Policy,
  { given, fresh, field = 'profile', mayBeOld = false }: ProfileChoice,
): Promise<LoadedProfiles> => {
  const file = given ?? fresh?.path ?? (await usualProfile(toolbox, policy));
  const named = typeof file === 'string' ? file : file.relative;
  const format = fresh?.format ?? (named === policy.profile.path ? formatOf(policy) : undefined);
  const first = await read(toolbox, file, { ...(format && { format }), ...(given && { field }) });
  const further: ProfileReading[] = [];
  for (const name of given ? [] : policy.mergedProfiles) further.push(await read(toolbox, name, {}));
  const readings = [first, ...further];
  for (const reading of fresh ? further : readings) if (!mayBeOld) await refuseStale(toolbox, reading);
  return {
    coverage: further.length === 0 ? first : mergeCoverage(readings),
    readings,
    skipped: await readScope(toolbox.root, first.source),
  };
};

const read = async (
  { root }: Toolbox,
  file: SafePath | string,
  { format, field }: { readonly format?: ProfileFormat; readonly field?: string },
): Promise<ProfileReading> => {
  const reading = await readProfile(file, { root, ...(format && { format }) });
  if (!isProfileProblem(reading)) return reading;
  const details = {
    ...reading.details,
    path: showText(reading.details.path),
    ...(field && reading.code === 'OP_PROFILE_MISSING' && { field }),
  };
  throw refuseWith(
    { code: reading.code, details },
    reading.code === 'OP_PROFILE_MISSING'
      ? { next_actions: [{ tool: 'check', arguments: {}, why: 'Runs the tests and makes a profile.' }] }
      : {},
  );
};

const formatOf = ({ profile: { format } }: Policy): ProfileFormat | undefined =>
  profileFormats.find((known) => known === format);

/** The newest of the places where a profile of this project may be. */
const usualProfile = async (toolbox: Toolbox, policy: Policy): Promise<string> => {
  const { root } = toolbox;
  const places = [await runProfile(root, policy), policy.profile.path, customary].filter(
    (place) => place !== undefined,
  );
  let newest: { readonly place: string; readonly at: number } | undefined;
  for (const place of places) {
    const judged = await judgePath(root, place, { type: 'file', mustExist: true });
    const at = judged.ok ? (await judged.path.stat()).mtimeMs : undefined;
    if (at !== undefined && (!newest || at > newest.at)) newest = { place, at };
  }
  return newest?.place ?? policy.profile.path ?? customary;
};

/** What the project's runner left when we ran it last. */
const runProfile = async (root: string, policy: Policy): Promise<string | undefined> => {
  const runner = await findRunner(root, { language: policy.language, runner: policy.runner });
  return 'code' in runner ? undefined : lastProfile(root, runner);
};

const mostSources = 100_000;

/** A profile that is older than a source that it measures is about another state of the project. */
const refuseStale = async ({ root }: Toolbox, { files, source }: ProfileReading): Promise<void> => {
  const written = source.modifiedAt.getTime();
  let newest: { readonly name: string; readonly at: Date } | undefined;
  let looked = 0;
  for (const name of files.keys()) {
    if ((looked += 1) > mostSources) break;
    const place = await judgePath(root, name, { type: 'file', mustExist: true });
    if (!place.ok) continue;
    const { mtime } = await place.path.stat();
    if (mtime.getTime() > written && (!newest || mtime > newest.at)) newest = { name, at: mtime };
  }
  if (!newest) return;
  throw refuse(
    'OP_PROFILE_STALE',
    {
      path: showText(source.path),
      written_at: source.modifiedAt.toISOString(),
      newest_source: showText(newest.name),
      newest_source_at: newest.at.toISOString(),
    },
    { next_actions: [{ tool: 'check', arguments: {}, why: 'Runs the tests on the sources as they are.' }] },
  );
};
