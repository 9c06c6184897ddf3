import type { CaptureOptions } from '../../observe/capture.ts';
import { keyOf } from '../../observe/element.ts';
import type { FlatNode } from '../../observe/flat-node.ts';
import type { Placed } from '../../references/placed.ts';
import { resolveReference } from '../../references/resolve-reference.ts';
import type { Surface } from '../../surface.ts';
import { clipTokens } from '../../tokens/clip-tokens.ts';
import { BadArgumentError } from '../bad-argument-error.ts';
import type { Observer, PlacedLook } from '../observer.ts';
import { choose } from './choose.ts';
import { difference } from './diff.ts';
import type { Baseline } from './baselines.ts';
import { defaultBudget, fit } from './fit.ts';
import { moreOfDiff, moreUnseen } from './more-calls.ts';
import { numberElements } from './number-elements.ts';
import { chooseEntries, costOfEntry, entriesOf, renderDiffJson, renderDiffText } from './render-diff.ts';
import { costIn, renderJson, renderText } from './render-full.ts';
import type { Writing } from './render-full.ts';
import { createShortener } from './shorten.ts';
import type { Omitted, SnapshotAnswer } from './snapshot-answer.ts';
import { defaultEntries } from './snapshot-options.ts';
import type { SnapshotOptions } from './snapshot-options.ts';

/** Shows a surface within a budget of tokens. Every element that is shown gets a reference. */
export const snapshot = async (
  observer: Observer,
  surface: Surface,
  options: SnapshotOptions = {},
  capturing?: CaptureOptions,
): Promise<SnapshotAnswer> => {
  const look = await observer.look(surface, capturing);
  return renderSnapshot(observer, look, options);
};

/** Renders a look that was made. */
export const renderSnapshot = (observer: Observer, look: PlacedLook, options: SnapshotOptions): SnapshotAnswer => {
  const { book, baselines } = observer;
  const { observation, placed } = look;
  const scope = options.ref === undefined ? placed : subtree(observer, look, options.ref);
  const baseline = findBaseline(observer, look, options.since);
  const wasReloaded = observer.wasReloaded(look);
  const rendering: Rendering = {
    observer,
    look,
    options,
    scope,
    elementOf: createShortener(options.budgetTokens ?? defaultBudget),
    snapshotId: baselines.keep(observation, placed),
    wasReloaded,
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
  readonly wasReloaded: boolean;
}

interface Made {
  readonly answer: SnapshotAnswer;
  readonly shown: readonly Placed[];
}

const makeFull = (rendering: Rendering): Made => {
  const { observer, options, scope, elementOf } = rendering;
  const { format = 'text', budgetTokens = defaultBudget, maxEntries: most = defaultEntries } = options;
  const { interactiveOnly = false, unseenOnly = false } = options;
  const { book } = observer;
  const wanted = scope
    .filter(({ element }) => !interactiveOnly || element.isInteractive)
    .filter((placed) => !unseenOnly || book.current(placed) === undefined);
  const inScope = new Set(scope);
  const longest = book.next + wanted.length;
  const costOf = remembering(costIn(format, { elementOf, refOf: (placed) => book.current(placed)?.ref ?? longest }));
  let shown: readonly Placed[] = [];
  const answer = fit(budgetTokens, (tokens) => {
    shown = choose(wanted, { tokens: tokens - headerTokens, most, costOf, scope: inScope });
    const chosen = new Set(shown);
    const left = wanted.filter((placed) => !chosen.has(placed));
    const refs = numberElements(book, shown);
    const writing: Writing = { elementOf, refOf: (placed) => refs.get(placed) ?? 0 };
    return {
      ...header(rendering, 'full'),
      ...(format === 'text' ? { snapshot: renderText(shown, writing) } : { elements: [...renderJson(shown, writing)] }),
      entry_count: shown.length,
      truncated: left.length > 0,
      ...(left.length > 0 && { omitted: omittedOf(left, moreUnseen(options)) }),
    };
  });
  return { answer, shown };
};

const makeDiff = (rendering: Rendering, baseline: Baseline): Made => {
  const { observer, options, scope, elementOf } = rendering;
  const { format = 'text', diffFormat = 'compact', interactiveOnly = false } = options;
  const { budgetTokens = defaultBudget, maxEntries: most = defaultEntries } = options;
  const { book } = observer;
  const wanted = scope.filter(({ element }) => !interactiveOnly || element.isInteractive);
  const found = difference(baseline, wanted, book);
  // An element outside of the scope is not gone.
  const isWhole = options.ref === undefined && !interactiveOnly;
  const present = new Set(rendering.look.placed.map(({ element }) => keyOf(element.identity)));
  const removed = isWhole ? found.removed : found.removed.filter(({ identity }) => !present.has(keyOf(identity)));
  const entries = entriesOf({ ...found, removed });
  const longest = book.next + wanted.length;
  const estimate = { elementOf, book, budgetTokens, diffFormat, refOf: () => longest };
  const costOf = remembering(costOfEntry(format, estimate));
  let shown: readonly Placed[] = [];
  const answer = fit(budgetTokens, (tokens) => {
    const chosen = chooseEntries(entries, { tokens: tokens - headerTokens, most, costOf });
    shown = chosen.flatMap((entry) => (entry.kind === 'removed' ? [] : [entry.placed]));
    const refs = numberElements(book, shown);
    const writing = { ...estimate, refOf: (placed: Placed) => refs.get(placed) ?? 0 };
    const left = entries.slice(chosen.length).flatMap((entry) => (entry.kind === 'removed' ? [] : [entry.placed]));
    const missing = entries.length - chosen.length;
    return {
      ...header(rendering, 'diff'),
      diff_format: diffFormat,
      ...(format === 'text' ? { diff: renderDiffText(chosen, writing) } : renderDiffJson(chosen, writing)),
      entry_count: chosen.length,
      truncated: missing > 0,
      ...(missing > 0 && { omitted: { ...omittedOf(left, moreOfDiff(options, baseline.id)), elements: missing } }),
    } as SnapshotAnswer;
  });
  return { answer, shown };
};

/** Room for the fields around the elements. The whole answer is counted in the end. */
const headerTokens = 90;

const header = ({ look, options, snapshotId, wasReloaded }: Rendering, kind: 'full' | 'diff') => {
  const { budgetTokens = defaultBudget } = options;
  const { surfaceId, url, title, isCut, areNamesCut, missingFrames } = look.observation;
  const incomplete = [
    ...(isCut ? ['The page is too large or too deeply nested; parts of it are missing.'] : []),
    ...(areNamesCut ? ['The page is too complex to read completely; some names are missing.'] : []),
    ...(missingFrames.length > 0 ? [`${missingFrames.length} frames did not answer and are missing.`] : []),
  ];
  return {
    surface_id: surfaceId,
    snapshot_id: snapshotId,
    url: clipTokens(url, Math.floor(budgetTokens / 10)),
    title: clipTokens(title, Math.floor(budgetTokens / 12)),
    kind,
    renderer_reloaded: wasReloaded,
    ...(incomplete.length > 0 && { incomplete }),
  };
};

const omittedOf = (left: readonly Placed[], more: Omitted['more']): Omitted => ({
  elements: left.length,
  interactive: left.filter(({ element }) => element.isInteractive).length,
  more,
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
  const { element, node } = resolveReference(book, ref, look, look.placed);
  if (!look.placed.some((placed) => placed.element === element)) return within(look, node);
  const inside = new Set<Placed>();
  return look.placed.filter((placed) => {
    const isInside = placed.element === element || (placed.parent !== undefined && inside.has(placed.parent));
    if (isInside) inside.add(placed);
    return isInside;
  });
};

/** The elements inside a node that snapshots do not show themselves, such as the layer of a popup. */
const within = ({ placed }: PlacedLook, root: FlatNode): readonly Placed[] => {
  const inside = new Set<string>();
  const rest = [root];
  for (let node = rest.pop(); node; node = rest.pop()) {
    inside.add(placeKey(node.document.frameId, node.backendNodeId));
    rest.push(...node.children, ...(node.content ? [node.content.root] : []));
  }
  return placed.filter(({ element: { identity } }) => inside.has(placeKey(identity.frameId, identity.backendNodeId)));
};

const placeKey = (frameId: string, backendNodeId: number): string => `${frameId} ${backendNodeId}`;

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
