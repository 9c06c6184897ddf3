import { LaunchFailedError, LaunchTimeoutError } from '../apps/launch-errors.ts';
import type { SendOptions } from '../cdp/connection.ts';
import { fail, StageError } from '../failing.ts';
import type { Surface } from '../surface.ts';
import { isSettledWithin } from './within.ts';

/**
 * Sends a surface to its first page. Throws LAUNCH_FAILED with the browser's reason if the browser would show its own
 * error page instead, and LaunchTimeoutError if there is no surface or the server does not answer.
 */
export const loadPage = async (
  surface: Surface | undefined,
  { url, timeoutMs, signal }: { readonly url: string; readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> => {
  if (!surface) throw new LaunchTimeoutError(timeoutMs, '');
  const navigating = navigate(surface, url, { timeoutMs: 2 * timeoutMs, signal });
  if (!(await isSettledWithin(navigating, timeoutMs))) throw new LaunchTimeoutError(timeoutMs, '');
  const reason = await navigating;
  if (reason !== undefined) throw new StageError(notLoaded(reason));
  // The page is the first of its tab, as if the browser had started with it.
  await surface.session.send('Page.resetNavigationHistory').catch(() => undefined);
};

/** Resolves when the page begins to arrive, with the reason of the browser if it does not. */
const navigate = async (
  { session }: Pick<Surface, 'session'>,
  url: string,
  options: SendOptions,
): Promise<string | undefined> => {
  try {
    return (await session.send('Page.navigate', { url }, options)).errorText;
  } catch (error) {
    // The page has crashed or was closed.
    throw error instanceof StageError ? new LaunchFailedError(error.message, '') : error;
  }
};

const notLoaded = (reason: string) =>
  fail(
    'LAUNCH_FAILED',
    { reason },
    {
      effect: 'none',
      message: `The page could not be loaded: ${reason}`,
      hint: 'Check the address and that its server is running, then open the page again.',
      next_actions: [],
    },
  );
