import type { CdpSession } from '../../src/cdp/connection.ts';

/** Resolves when a page has been loaded the next time. */
export const nextLoad = async (page: CdpSession): Promise<{ readonly loaded: Promise<void> }> => {
  await page.send('Page.enable');
  const loaded = new Promise<void>((resolve) => {
    const stop = page.on('Page.loadEventFired', () => {
      stop();
      resolve();
    });
  });
  return { loaded };
};

/** Loads a page again, and returns when it is loaded. */
export const reloadPage = async (page: CdpSession): Promise<void> => {
  const { loaded } = await nextLoad(page);
  await page.send('Page.reload');
  await loaded;
};
