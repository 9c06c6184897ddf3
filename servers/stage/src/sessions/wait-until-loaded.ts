import type { Surface } from '../surface.ts';

/** A window is created blank and loads its page afterwards. */
const state = "location.href === 'about:blank' ? 'blank' : document.readyState";

/** Waits until a surface has loaded its page. False if that takes longer, or the surface does not answer. */
export const waitUntilLoaded = async ({ session }: Surface, timeoutMs: number): Promise<boolean> => {
  const bound = { timeoutMs };
  let timer: NodeJS.Timeout | undefined;
  let stop = (): unknown => undefined;
  const loaded = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
    const look = async (): Promise<void> => {
      const { result } = await session.send('Runtime.evaluate', { expression: state }, bound);
      if (result.value === 'complete') resolve(true);
    };
    const lookAgain = (): void => void look().catch(() => undefined);
    stop = session.on('Page.loadEventFired', lookAgain);
    const begin = async (): Promise<void> => {
      // The page answers in this order, so that no load is missed.
      await Promise.all([session.send('Page.enable', undefined, bound), look()]);
    };
    begin().catch(() => resolve(false));
  });
  const isLoaded = await loaded;
  clearTimeout(timer);
  stop();
  return isLoaded;
};
