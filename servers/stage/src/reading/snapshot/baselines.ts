import { keyOf } from '../../observe/element.ts';
import type { Observation, StageElement } from '../../observe/element.ts';
import type { Placed } from '../../references/placed.ts';

/** A surface as it was when a snapshot of it was taken. */
export interface Baseline {
  readonly id: number;
  readonly loaderId: string;
  readonly elements: ReadonlyMap<string, StageElement>;
}

const mostKept = 4;
const mostSurfaces = 64;

/** Keeps the last observations of each surface, for diffs. */
export class Baselines {
  readonly #bySurface = new Map<string, readonly Baseline[]>();
  #last = 0;

  /** Keeps an observation and returns its number, which no other snapshot of the session has. */
  keep({ surfaceId, loaderId }: Observation, placed: readonly Placed[]): number {
    this.#last += 1;
    const elements = new Map(placed.map(({ element }) => [keyOf(element.identity), withoutChildren(element)]));
    const kept = this.#bySurface.get(surfaceId) ?? [];
    this.#bySurface.delete(surfaceId);
    this.#bySurface.set(surfaceId, [...kept, { id: this.#last, loaderId, elements }].slice(-mostKept));
    const [oldest] = this.#bySurface.keys();
    if (this.#bySurface.size > mostSurfaces && oldest !== undefined) this.#bySurface.delete(oldest);
    return this.#last;
  }

  last(surfaceId: string): Baseline | undefined {
    return this.#bySurface.get(surfaceId)?.at(-1);
  }

  find(surfaceId: string, id: number): Baseline | undefined {
    return this.#bySurface.get(surfaceId)?.find((baseline) => baseline.id === id);
  }
}

/** A kept tree would keep every element twice. */
const withoutChildren = (element: StageElement): StageElement => ({ ...element, children: [] });
