import type { EventVerification, StoreExamination, StoreFound } from '@recourse/stores/configured';
import type { Bounds, StoreSettings } from '@recourse/stores';
import type { Io } from '../command.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { toOperatorError } from '../errors/to-operator-error.ts';
import { locate, shownPlace } from '../state/open-state.ts';
import type { StateChoice } from '../state/state-options.ts';
import { evidenceProblems, examinationProblems, foundProblem } from './problems.ts';
import type { Problem } from './problems.ts';

/** The facts about a store; fewer are known if it cannot be opened. */
export interface CheckedStore extends Partial<StoreExamination> {
  readonly kind: StoreSettings['kind'];
  readonly place: string;
  readonly problems: readonly Problem[];
  readonly version?: number;
  /** How many rows are kept at most. */
  readonly most?: Bounds;
  /** Whether the record of events is intact. */
  readonly evidence?: EventVerification;
}

/** Looks at the store that servers and commands use here, and changes nothing. */
export const checkStore = async (choice: StateChoice, io: Io): Promise<CheckedStore> => {
  const { settings, location } = await locate(io, choice);
  const checked = { kind: location.kind, place: shownPlace(location, io) };
  if (settings.kind === 'memory') return { ...checked, problems: [] };
  const found = await find(settings);
  if (found instanceof OperatorError) {
    return { ...checked, problems: [{ problem: found.message.replace(/\.$/u, ''), remedy: found.hint }] };
  }
  const problem = foundProblem(found);
  const version = found.state === 'present' ? { version: found.version } : {};
  if (problem) return { ...checked, ...version, problems: [problem] };
  return { ...checked, ...version, ...(await examine(settings, io)) };
};

const find = async (settings: StoreSettings): Promise<StoreFound | OperatorError> => {
  const { findStore } = await import('@recourse/stores/configured');
  try {
    return await findStore(settings);
  } catch (error) {
    const known = toOperatorError(error);
    if (known) return known;
    throw error;
  }
};

const examine = async (
  settings: Exclude<StoreSettings, { kind: 'memory' }>,
  io: Io,
): Promise<Omit<CheckedStore, 'kind' | 'place'>> => {
  const [{ examineStore, verifyEvents }, { defaultBounds }] = await Promise.all([
    import('@recourse/stores/configured'),
    import('@recourse/stores'),
  ]);
  try {
    const examination = await examineStore({ ...settings, ...(io.now && { now: io.now }) }, io.environment);
    const most = { ...defaultBounds, ...settings.most };
    const evidence = await verifyEvents(settings, io.environment);
    const problems = [...examinationProblems(examination), ...evidenceProblems(evidence, examination)];
    return { ...examination, most, evidence, problems };
  } catch (error) {
    const known = toOperatorError(error);
    if (known?.code !== 'KEY_INVALID') throw error;
    return { problems: [{ problem: known.message.replace(/\.$/u, ''), remedy: known.hint }] };
  }
};
