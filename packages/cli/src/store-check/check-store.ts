import type { StoreExamination, StoreFound } from '@recourse/stores/configured';
import type { Bounds, StoreSettings } from '@recourse/stores';
import type { Io } from '../command.ts';
import { isUnavailable, whyAway } from '../state/explain-failure.ts';
import { locate, shownPlace } from '../state/open-state.ts';
import type { StateChoice } from '../state/state-options.ts';
import { examinationProblems, foundProblem } from './problems.ts';
import type { Problem } from './problems.ts';

/** What is known about a store; a store that cannot be opened shows less of itself. */
export interface CheckedStore extends Partial<StoreExamination> {
  readonly kind: StoreSettings['kind'];
  readonly place: string;
  readonly problems: readonly Problem[];
  readonly version?: number;
  /** How many rows are kept at most. */
  readonly most?: Bounds;
}

/** Looks at the store that servers and commands use here, and changes nothing. */
export const checkStore = async (choice: StateChoice, io: Io): Promise<CheckedStore> => {
  const { settings, location } = await locate(io, choice);
  const checked = { kind: location.kind, place: shownPlace(location, io) };
  if (settings.kind === 'memory') return { ...checked, problems: [] };
  const found = await find(settings);
  if (found instanceof Error) {
    const remedy =
      settings.kind === 'sqlite'
        ? 'See that the file can be opened.'
        : 'See that the server runs and lets this user in.';
    return { ...checked, problems: [{ problem: whyAway(found), remedy }] };
  }
  const problem = foundProblem(found);
  const version = found.state === 'present' ? { version: found.version } : {};
  if (problem) return { ...checked, ...version, problems: [problem] };
  return { ...checked, ...version, ...(await examine(settings, io)) };
};

const find = async (settings: StoreSettings): Promise<StoreFound | Error> => {
  const { findStore } = await import('@recourse/stores/configured');
  try {
    return await findStore(settings);
  } catch (error) {
    if (error instanceof Error && isUnavailable(error)) return error;
    throw error;
  }
};

const examine = async (
  settings: Exclude<StoreSettings, { kind: 'memory' }>,
  io: Io,
): Promise<Omit<CheckedStore, 'kind' | 'place'>> => {
  const [{ examineStore }, { defaultBounds }] = await Promise.all([
    import('@recourse/stores/configured'),
    import('@recourse/stores'),
  ]);
  try {
    const examination = await examineStore({ ...settings, ...(io.now && { now: io.now }) }, io.environment);
    const most = { ...defaultBounds, ...settings.most };
    return { ...examination, most, problems: examinationProblems(examination) };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'KeyError') throw error;
    return { problems: [{ problem: error.message, remedy: "'openssl rand -base64 32' makes a key." }] };
  }
};
