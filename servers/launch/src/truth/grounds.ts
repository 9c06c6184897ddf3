import type { Claim } from '../artifacts.ts';
import type { LinesOf } from './find-lines.ts';

/** Everything besides the sentence and its citation that a verdict depends on. */
export interface Grounds {
  readonly claims: ReadonlyMap<string, Claim>;
  /** The product at the pinned commit. */
  readonly linesOf: LinesOf;
  /** Names of the product. Every sentence may use them. */
  readonly names: readonly string[];
  /** Titles of pages, paths and public names that phrases may be filled with. */
  readonly known: ReadonlySet<string>;
  /** The templates of pages, by name. */
  readonly templates: Readonly<Record<string, string>>;
}
