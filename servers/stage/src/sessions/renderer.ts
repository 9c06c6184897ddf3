import { CdpClosedError, CdpTargetGoneError, CdpTimeoutError } from '../cdp/cdp-errors.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { fail, StageError } from '../failing.ts';
import type { Surface } from '../surface.ts';

/** How long a page may take to answer the simplest question before it counts as hung. */
const hungMs = 5000;
/** How long a page that has crashed may take, in case that it was loaded again. */
const revivedMs = 500;

/**
 * Checks that a page answers at all, before it is asked for much. Throws RENDERER_HUNG within a bound, and
 * SURFACE_CLOSED for a page whose renderer has crashed.
 */
export const checkRenderer = async (surface: Surface & { isCrashed?: boolean }, signal: AbortSignal): Promise<void> => {
  const timeoutMs = surface.isCrashed ? revivedMs : hungMs;
  try {
    await surface.session.send('Runtime.evaluate', { expression: '0' }, { timeoutMs, signal });
    surface.isCrashed = false;
  } catch (error) {
    if (!surface.isCrashed || signal.aborted || error instanceof CdpClosedError) throw error;
    throw goneError(surface.id, 'crashed');
  }
};

/**
 * Reads a page while `checkRenderer` asks it whether it answers, which saves a turn. The page answers that question first.
 * The signal aborts what is read from a page that does not.
 */
export const whileAnswering = async <Value>(
  surface: Surface,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const hung = new AbortController();
  const checked = checkRenderer(surface, signal).catch((error: unknown) => {
    hung.abort(error);
    throw error;
  });
  const [, value] = await Promise.all([checked, read(AbortSignal.any([signal, hung.signal]))]);
  return value;
};

/** Names the surface in the failures of a page that does not answer, has crashed or was closed. */
export const watchRenderer = (session: CdpSession, surfaceId: string): CdpSession => ({
  on: (event, listener) => session.on(event, listener),
  send: async (method, params, options) => {
    try {
      return await session.send(method, params, options);
    } catch (error) {
      if (error instanceof CdpTimeoutError) {
        const details = { surface_id: surfaceId, timeout_ms: error.timeoutMs, method };
        throw new StageError(fail('RENDERER_HUNG', details, { effect: 'unknown' }));
      }
      if (error instanceof CdpTargetGoneError) throw goneError(surfaceId, error.reason);
      throw error;
    }
  },
});

/** A surface that was closed, or whose renderer has crashed. */
export const goneError = (surfaceId: string, reason: CdpTargetGoneError['reason']): StageError => {
  const message = reason === 'crashed' ? { message: `The renderer of surface '${surfaceId}' has crashed` } : {};
  return new StageError(fail('SURFACE_CLOSED', { surface_id: surfaceId, reason }, { effect: 'unknown', ...message }));
};
