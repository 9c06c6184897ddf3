import type { Server } from '@recourse/engine';
import type { ErrorForm } from '../call/render.ts';
import type { ApprovalDesk } from '../wire/rest/approval-desk.ts';
import type { CallerRules } from './caller.ts';
import type { HttpLimits } from './limits.ts';
import type { MetricsDoor } from './metrics-door.ts';
import type { OAuthDoor } from './oauth-door.ts';

export interface HttpDoorOptions {
  readonly servers: readonly Server[];
  /** The servers that admit local callers without a key. */
  readonly anonymous: ReadonlySet<Server>;
  readonly callers: CallerRules;
  readonly errors: ErrorForm | undefined;
  readonly limits: HttpLimits;
  readonly sessions: boolean;
  readonly approvals: ApprovalDesk | undefined;
  /** There if the operator wants metrics. */
  readonly metrics: MetricsDoor | undefined;
  /** There if callers may present access tokens. */
  readonly oauth: OAuthDoor | undefined;
  readonly ready: () => Promise<boolean> | boolean;
  readonly onError: (error: Error) => void;
}
