import { CdpClosedError, CdpRefusedError, CdpTargetGoneError, CdpTimeoutError } from '../cdp/cdp-errors.ts';
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

/** How many answers the page of a session has given. */
const answers = new WeakMap<CdpSession, { count: number }>();

/**
 * Reads a page, and rejects like `checkRenderer` if it answers nothing for as long as that waits. Any answer shows that a
 * page is alive, so that one that answers is asked nothing more. The signal aborts what is read from a page that does not.
 */
export const whileAnswering = async <Value>(
  surface: Surface,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const hung = new AbortController();
  const either = AbortSignal.any([signal, hung.signal]);
  const given = answers.get(surface.session);
  if (surface.isCrashed || !given) {
    const checked = checkRenderer(surface, signal).catch((error: unknown) => {
      hung.abort(error);
      throw error;
    });
    const [, value] = await Promise.all([checked, read(either)]);
    return value;
  }
  const { count } = given;
  const timer = setTimeout(() => {
    if (given.count === count) hung.abort(hungError(surface.id, { timeoutMs: hungMs }));
  }, hungMs);
  try {
    return await read(either);
  } finally {
    clearTimeout(timer);
  }
};

/** Names the surface in the failures of a page that does not answer, has crashed or was closed. */
export const watchRenderer = (session: CdpSession, surfaceId: string): CdpSession => {
  const given = { count: 0 };
  const watched: CdpSession = {
    on: (event, listener) => session.on(event, listener),
    send: async (method, params, options) => {
      try {
        const answer = await session.send(method, params, options);
        given.count += 1;
        return answer;
      } catch (error) {
        // A refusal is an answer.
        if (error instanceof CdpRefusedError) given.count += 1;
        if (error instanceof CdpTimeoutError) throw hungError(surfaceId, { timeoutMs: error.timeoutMs, method });
        if (error instanceof CdpTargetGoneError) throw goneError(surfaceId, error.reason);
        throw error;
      }
    },
  };
  answers.set(watched, given);
  return watched;
};

const hungError = (surfaceId: string, { timeoutMs, method }: { timeoutMs: number; method?: string }): StageError => {
  const details = { surface_id: surfaceId, timeout_ms: timeoutMs, ...(method !== undefined && { method }) };
  return new StageError(fail('RENDERER_HUNG', details, { effect: 'unknown' }));
};

/** A surface that was closed, or whose renderer has crashed. */
export const goneError = (surfaceId: string, reason: CdpTargetGoneError['reason']): StageError => {
  const message = reason === 'crashed' ? { message: `The renderer of surface '${surfaceId}' has crashed` } : {};
  return new StageError(fail('SURFACE_CLOSED', { surface_id: surfaceId, reason }, { effect: 'unknown', ...message }));
};
