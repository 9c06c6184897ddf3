import type { SessionFacts } from '@recourse/stage-plugin/wire';
import type { Session } from '../../sessions/session.ts';

/** A session as plugins see it. */
export const sessionFacts = (session: Session): SessionFacts => ({
  id: session.id,
  surfaceId: session.activeId,
  transport: session.transport,
  hasMain: session.main !== undefined,
});
