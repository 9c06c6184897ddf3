import type { CaptureOptions } from '../../observe/capture.ts';
import { keyOf } from '../../observe/element.ts';
import type { Placed } from '../../references/placed.ts';
import { resolveReference } from '../../references/resolve-reference.ts';
import type { Surface } from '../../surface.ts';
import { clipTokens } from '../../tokens/clip-tokens.ts';
import { BadArgumentError } from '../bad-argument-error.ts';
import type { Observer, PlacedLook } from '../observer.ts';
import { choose } from './choose.ts';
import { difference } from './diff.ts';
import type { Baseline } from './baselines.ts';
import { defaultBudget, fit, leastBudget, mostBudget } from './fit.ts';
import { numberElements } from './number-elements.ts';
import { chooseEntries, costOfEntry, entriesOf, renderDiffJson, renderDiffText } from './render-diff.ts';
import { costIn, renderJson, renderText } from './render-full.ts';
import type { Format, Writing } from './render-full.ts';
import { createShortener } from './shorten.ts';
import type { Omitted, SnapshotAnswer } from './snapshot-answer.ts';

export interface SnapshotOptions {
  readonly format?: Format | undefined;
  /** Only what has changed since an earlier snapshot of the surface: its number, or the last one. */
  readonly since?: number | 'last' | undefined;
  readonly interactiveOnly?: boolean | undefined;
  /** Only the elements that the agent was not shown yet, as they are now. */
  readonly unseenOnly?: boolean | undefined;
  /** Only the element with this reference, and what is in it. */
  readonly ref?: number | undefined;
  readonly budgetTokens?: number | undefined;
  /** Repeated in the calls that an answer names. */
  readonly sessionId?: string | undefined;
}

/** The name of the tool, which answers name when there is more to show. */
export const snapshotTool = 'electron_snapshot';

/** Shows a surface within a budget of tokens. Every element that is shown gets a reference. */
export const snapshot = async (
  observer: Observer,
  surface: Surface,
  options: SnapshotOptions = {},
  capturing?: CaptureOptions,
): Promise<SnapshotAnswer> => {
  checkBudget(options.budgetTokens);
  const look = await observer.look(surface, capturing);
  return renderSnapshot(observer, look, options);
};

/** Throws BadArgumentError for a budget that no answer fits, or that bounds nothing. */
export const checkBudget = (budgetTokens: number | undefined): void => {
  if (budgetTokens === undefined || (budgetTokens >= leastBudget && budgetTokens <= mostBudget)) return;
  throw new BadArgumentError('budgetTokens', `must be between ${leastBudget} and ${mostBudget}, got ${budgetTokens}`);
};

/** Renders a look that was made. */
export const renderSnapshot = (observer: Observer, look: PlacedLook, options: SnapshotOptions): SnapshotAnswer => {
  const { book, baselines } = observer;
  const { observation, placed } = look;
  const scope = options.ref === undefined ? placed : subtree(observer, look, options.ref);
  const last = baselines.last(observation.surfaceId);
  const baseline = findBaseline(observer, look, options.since);
  const reloaded = last !== undefined && last.loaderId !== observation.loaderId;
  const rendering: Rendering = {
    observer,
    look,
    options,
    scope,
    elementOf: createShortener(options.budgetTokens ?? defaultBudget),
    snapshotId: baselines.keep(observation, placed),
    reloaded,
  };
  // After a load nothing is left of what was there before.
  const made =
    baseline && baseline.loaderId === observation.loaderId ? makeDiff(rendering, baseline) : makeFull(rendering);
  for (const one of made.shown) book.show(one, observation.surfaceId);
  return made.answer;
};

interface Rendering {
  readonly observer: Observer;
  readonly look: PlacedLook;
  readonly options: SnapshotOptions;
  readonly scope: readonly Placed[];
  readonly elementOf: Writing['elementOf'];
  readonly snapshotId: number;
  readonly reloaded: boolean;
}

interface Made {
  readonly answer: SnapshotAnswer;
  readonly shown: readonly Placed[];
}

const makeFull = (rendering: Rendering): Made => {
  const { observer, options, scope, elementOf } = rendering;
  const { format = 'text', budgetTokens = defaultBudget, interactiveOnly = false, unseenOnly = false } = options;
  const { book } = observer;
  const wanted = scope
    .filter(({ element }) => !interactiveOnly || element.isInteractive)
    .filter((placed) => !unseenOnly || book.current(placed) === undefined);
  const inScope = new Set(scope);
  const longest = book.next + wanted.length;
  const costOf = remembering(costIn(format, { elementOf, refOf: (placed) => book.current(placed)?.ref ?? longest }));
  let shown: readonly Placed[] = [];
  const answer = fit(budgetTokens, (tokens) => {
    shown = choose(wanted, tokens - headerTokens, costOf, inScope);
    const chosen = new Set(shown);
    const left = wanted.filter((placed) => !chosen.has(placed));
    const refs = numberElements(book, shown);
    const writing: Writing = { elementOf, refOf: (placed) => refs.get(placed) ?? 0 };
    return {
      ...header(rendering, 'full'),
      ...(format === 'text' ? { snapshot: renderText(shown, writing) } : { elements: [...renderJson(shown, writing)] }),
      shown: shown.length,
      ...(left.length > 0 && { omitted: omittedOf(left, moreUnseen(options)) }),
    };
  });
  return { answer, shown };
};

const makeDiff = (rendering: Rendering, baseline: Baseline): Made => {
  const { observer, options, scope, elementOf } = rendering;
  const { format = 'text', budgetTokens = defaultBudget, interactiveOnly = false } = options;
  const { book } = observer;
  const wanted = scope.filter(({ element }) => !interactiveOnly || element.isInteractive);
  const found = difference(baseline, wanted, book);
  // An element outside of the scope is not gone.
  const isWhole = options.ref === undefined && !interactiveOnly;
  const present = new Set(rendering.look.placed.map(({ element }) => keyOf(element.identity)));
  const removed = isWhole ? found.removed : found.removed.filter(({ identity }) => !present.has(keyOf(identity)));
  const entries = entriesOf({ ...found, removed });
  const longest = book.next + wanted.length;
  const estimate = { elementOf, book, budgetTokens, refOf: () => longest };
  const costOf = remembering(costOfEntry(format, estimate));
  let shown: readonly Placed[] = [];
  const answer = fit(budgetTokens, (tokens) => {
    const chosen = chooseEntries(entries, tokens - headerTokens, costOf);
    shown = chosen.flatMap((entry) => (entry.kind === 'removed' ? [] : [entry.placed]));
    const refs = numberElements(book, shown);
    const writing = { elementOf, book, budgetTokens, refOf: (placed: Placed) => refs.get(placed) ?? 0 };
    const left = entries.slice(chosen.length).flatMap((entry) => (entry.kind === 'removed' ? [] : [entry.placed]));
    const missing = entries.length - chosen.length;
    return {
      ...header(rendering, 'diff'),
      ...(format === 'text' ? { diff: renderDiffText(chosen, writing) } : renderDiffJson(chosen, writing)),
      shown: chosen.length,
      ...(missing > 0 && { omitted: { ...omittedOf(left, moreOfDiff(options, baseline)), elements: missing } }),
    } as SnapshotAnswer;
  });
  return { answer, shown };
};

/** Room for the fields around the elements. The whole answer is counted in the end. */
const headerTokens = 90;

const header = ({ look, options, snapshotId, reloaded }: Rendering, kind: 'full' | 'diff') => {
  const { budgetTokens = defaultBudget } = options;
  const { surfaceId, url, title, isCut, areNamesCut, missingFrames } = look.observation;
  const incomplete = [
    ...(isCut ? ['The page is too large or too deep; parts of it are missing.'] : []),
    ...(areNamesCut ? ['The page takes too many steps to read; some names are missing.'] : []),
    ...(missingFrames.length > 0 ? [`${missingFrames.length} frames did not answer and are missing.`] : []),
  ];
  return {
    surface_id: surfaceId,
    snapshot_id: snapshotId,
    url: clipTokens(url, Math.floor(budgetTokens / 10)),
    title: clipTokens(title, Math.floor(budgetTokens / 12)),
    kind,
    ...(reloaded && { reloaded }),
    ...(incomplete.length > 0 && { incomplete }),
  };
};

const omittedOf = (left: readonly Placed[], more: Omitted['more']): Omitted => ({
  elements: left.length,
  interactive: left.filter(({ element }) => element.isInteractive).length,
  more,
});

const moreUnseen = ({ sessionId, format, interactiveOnly, ref, budgetTokens }: SnapshotOptions): Omitted['more'] => ({
  tool: snapshotTool,
  arguments: {
    unseenOnly: true,
    ...(sessionId !== undefined && { sessionId }),
    ...(format && { format }),
    ...(interactiveOnly && { interactiveOnly }),
    ...(ref !== undefined && { ref }),
    ...(budgetTokens !== undefined && { budgetTokens }),
  },
  why: 'Shows the elements that were left out.',
});

const moreOfDiff = (
  { sessionId, format, interactiveOnly, budgetTokens }: SnapshotOptions,
  { id }: Baseline,
): Omitted['more'] => ({
  tool: snapshotTool,
  arguments: {
    since: id,
    ...(sessionId !== undefined && { sessionId }),
    ...(format && { format }),
    ...(interactiveOnly && { interactiveOnly }),
    budgetTokens: Math.min(mostBudget, 4 * (budgetTokens ?? defaultBudget)),
  },
  why: 'Shows the whole difference.',
});

const findBaseline = (
  { baselines }: Observer,
  { observation: { surfaceId } }: PlacedLook,
  since: SnapshotOptions['since'],
): Baseline | undefined => {
  if (since === undefined) return undefined;
  if (since === 'last') return baselines.last(surfaceId);
  const baseline = baselines.find(surfaceId, since);
  if (baseline) return baseline;
  throw new BadArgumentError(
    'since',
    `must be 'last' or the snapshot_id of a recent snapshot of this surface, got ${since}`,
  );
};

const subtree = ({ book }: Observer, look: PlacedLook, ref: number): readonly Placed[] => {
  const { element } = resolveReference(book, ref, look, look.placed);
  const inside = new Set<Placed>();
  return look.placed.filter((placed) => {
    const isInside = placed.element === element || (placed.parent !== undefined && inside.has(placed.parent));
    if (isInside) inside.add(placed);
    return isInside;
  });
};

const remembering = <Key>(cost: (key: Key) => number): ((key: Key) => number) => {
  const known = new Map<Key, number>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = cost(key);
    known.set(key, value);
    return value;
  };
};
