import { setTimeout as pause } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import { worldName } from '../observe/live-facts.ts';
import type { Surface } from '../surface.ts';

const mostPixels = 16_000_000;
const pollMs = 20;
/** A renderer that does not take over the size of its viewport within a second is busy. */
const mostPolls = 50;
/** Scroll bars are part of one measure of the viewport and not of others. */
const scrollBar = 30;

type Metrics = Protocol.Page.GetLayoutMetricsResponse;

/**
 * Enlarges the viewport of a surface to its whole page, as far as a picture may be large, while `use` runs. Returns its
 * result, and whether the page is longer than that.
 */
export const withWholePage = async <Result>(
  surface: Surface,
  signal: AbortSignal | undefined,
  use: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly isCut: boolean }> => {
  const { session } = surface;
  const send = signal ? { signal } : {};
  const before = await session.send('Page.getLayoutMetrics', undefined, send);
  const { clientWidth, clientHeight } = before.cssLayoutViewport;
  const width = Math.max(1, clientWidth);
  const whole = Math.max(clientHeight, Math.ceil(before.cssContentSize.height));
  const zoom = before.cssVisualViewport.zoom ?? 1;
  const height = Math.min(whole, Math.floor(mostPixels / (width * zoom ** 2)));
  const inWindow = { width: Math.round(width * zoom), height: Math.ceil(height * zoom) };
  const size = { ...inWindow, deviceScaleFactor: 0, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', size, send);
  try {
    await untilHeight(surface, signal, (now) => now >= height - scrollBar);
    return { result: await use(), isCut: height < whole };
  } finally {
    // The app may have ended meanwhile.
    await restore(surface, before).catch(() => undefined);
  }
};

/** The renderer takes over a new size some time after the command for it was answered. */
const untilHeight = async (
  { session }: Surface,
  signal: AbortSignal | undefined,
  isReached: (height: number) => boolean,
): Promise<void> => {
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const { cssLayoutViewport } = await session.send('Page.getLayoutMetrics', undefined, signal ? { signal } : {});
    if (isReached(cssLayoutViewport.clientHeight)) return;
    await pause(pollMs);
  }
};

const restore = async (surface: Surface, { cssLayoutViewport, cssVisualViewport }: Metrics): Promise<void> => {
  const { session, targetId: frameId } = surface;
  await session.send('Emulation.clearDeviceMetricsOverride');
  await untilHeight(surface, undefined, (now) => now <= cssLayoutViewport.clientHeight + scrollBar);
  // A viewport that shows everything has nothing to scroll, so the page was scrolled to its top.
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName });
  const { pageX, pageY } = cssVisualViewport;
  await session.send('Runtime.evaluate', { expression: `scrollTo(${pageX}, ${pageY})`, contextId });
};
