import type { Condition } from '../conditions/condition.ts';

/** When an answer is a failure of this code. The first rule that applies decides. */
export interface MappingRule {
  /** The statuses that it is about; empty means any. */
  readonly statuses: readonly number[];
  readonly condition: Condition | undefined;
  readonly code: string;
  /** Placeholders are parameters of the call, details of the failure, and what the response says. */
  readonly messageTemplate: string | undefined;
}
