import type { Desk } from './desk.ts';

/** One statement of the seed, in its words or close to them, and the calls that show it. */
interface Statement {
  readonly says: string;
  holds(desk: Desk): Promise<void>;
}

/** A section of the seed, by its heading. */
export interface Section {
  readonly heading: string;
  readonly statements: readonly Statement[];
}
