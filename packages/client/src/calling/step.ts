import type { Effect, Recovery } from '@recourse/contract';
import type { Source } from '../reading/reading.ts';
import type { Inferred } from '../rules/rule.ts';
import type { End } from './end.ts';

/** The events of a step, one at a time. A step contains no arguments, tokens or keys. */
export type StepEvent =
  | {
      readonly kind: 'call';
      readonly tool: string;
      readonly attempt: number;
      readonly keyed: boolean;
      /** Why it is made again, where nothing was waited for in between. */
      readonly why?: string;
    }
  | {
      readonly kind: 'failure';
      readonly code: string;
      readonly recovery: Recovery;
      readonly effect: Effect;
      readonly source: Source;
      /** The words that the code was inferred from, and how far they can be relied on. */
      readonly inferred?: Inferred;
      readonly message: string;
      readonly correlation_id: string;
    }
  | { readonly kind: 'wait'; readonly ms: number; readonly why: string }
  | { readonly kind: 'ask'; readonly message: string }
  | { readonly kind: 'answer'; readonly yes: boolean }
  | { readonly kind: 'correct'; readonly changes: readonly string[] }
  | { readonly kind: 'look'; readonly tool: string; readonly why: string }
  | { readonly kind: 'refuse'; readonly tool: string; readonly why: string }
  | { readonly kind: 'reconnect' }
  | { readonly kind: 'end'; readonly end: End; readonly why: string };

/** A step of one call, with the id of the call and the time of the step. */
export type Step = StepEvent & { readonly call_id: string; readonly at: number };
