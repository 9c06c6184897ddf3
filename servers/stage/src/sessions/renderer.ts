import { CdpTimeoutError } from '../cdp/cdp-errors.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { fail, StageError } from '../failing.ts';

/** Names the surface in the failure of a page that does not answer: its renderer is busy or hung. */
export const watchRenderer = (session: CdpSession, surfaceId: string): CdpSession => ({
  on: (event, listener) => session.on(event, listener),
  send: async (method, params, options) => {
    try {
      return await session.send(method, params, options);
    } catch (error) {
      if (!(error instanceof CdpTimeoutError)) throw error;
      const details = { surface_id: surfaceId, timeout_ms: error.timeoutMs, method };
      throw new StageError(fail('RENDERER_HUNG', details, { effect: 'unknown' }));
    }
  },
});
