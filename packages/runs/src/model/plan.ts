import type { Transitions } from './states.ts';

/** The shape of a pipeline, recorded with each run: who reads a run needs no pipeline. */
export interface Plan {
  readonly steps: readonly { readonly name: string; readonly enters: string; readonly fans_out: boolean }[];
  readonly gates: readonly string[];
  readonly publication: { readonly name: string; readonly ready: string; readonly published: string } | null;
  readonly transitions: Transitions;
}
