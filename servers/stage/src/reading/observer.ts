import type { CaptureOptions } from '../observe/capture.ts';
import { observe } from '../observe/observe.ts';
import type { Observation } from '../observe/element.ts';
import type { Look } from '../observe/observe.ts';
import { SecretMemory } from '../observe/secrets/secret-memory.ts';
import { placeElements } from '../references/placed.ts';
import type { Placed } from '../references/placed.ts';
import { ReferenceBook } from '../references/reference-book.ts';
import { resolveReference } from '../references/resolve-reference.ts';
import type { ResolvedElement } from '../references/resolve-reference.ts';
import type { Surface } from '../surface.ts';
import { Baselines } from './snapshot/baselines.ts';

/** A look at a surface with the places of its elements. */
export interface PlacedLook extends Look {
  readonly placed: readonly Placed[];
}

/** Sees the surfaces of one session, and remembers what the agent was shown. Each session has its own. */
export class Observer {
  readonly book = new ReferenceBook();
  readonly secrets = new SecretMemory();
  readonly baselines = new Baselines();
  /** The loads of the surfaces that answers have told. */
  readonly #toldLoads = new Map<string, string>();
  readonly #placed = new WeakMap<Observation, readonly Placed[]>();

  async look(surface: Surface, options?: CaptureOptions): Promise<PlacedLook> {
    const look = await observe(surface, this.secrets, options);
    const { observation } = look;
    const placed = this.#placed.get(observation) ?? placeElements(observation);
    this.#placed.set(observation, placed);
    return { ...look, placed };
  }

  /** Whether the surface has loaded another document since its last snapshot, so that references into it are lost. */
  wasReloaded({ observation: { surfaceId, loaderId } }: PlacedLook): boolean {
    const last = this.baselines.last(surfaceId);
    return last !== undefined && last.loaderId !== loaderId;
  }

  /** The same, unless an answer has told it. */
  tellsReload(look: PlacedLook): boolean {
    const { surfaceId, loaderId } = look.observation;
    const isNew = this.#toldLoads.get(surfaceId) !== loaderId;
    this.#toldLoads.set(surfaceId, loaderId);
    return isNew && this.wasReloaded(look);
  }

  /** Finds the element of a reference on the surface as it is now. Throws ReferenceLostError. */
  async resolve(
    surface: Surface,
    ref: number,
    options?: CaptureOptions,
  ): Promise<ResolvedElement & { look: PlacedLook }> {
    const look = await this.look(surface, options);
    return { ...resolveReference(this.book, ref, look, look.placed), look };
  }
}
