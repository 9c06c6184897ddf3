import type { PluginSession } from '@recourse/stage-plugin';
import { z } from 'zod';

/** Everything outside the page that changes its pixels. Pictures from different environments are not compared. */
export const environment = z.strictObject({
  platform: z.string().max(100),
  browser: z.string().max(200),
  viewport: z.string().max(50),
  device_pixel_ratio: z.number(),
  color_scheme: z.string().max(20),
  locale: z.string().max(50),
  fonts: z.string().max(200),
});
export type Environment = z.output<typeof environment>;

/** Reads the environment of a page. `fonts` is the operator's name for the fonts of this machine. */
export const readEnvironment = async (session: PluginSession, fonts: string): Promise<Environment> => {
  const page = await session.evaluate(() => ({
    browser: (/(?:Electron|Chrome)\/[\d.]+/u.exec(navigator.userAgent) ?? ['unknown'])[0].slice(0, 100),
    viewport: `${innerWidth} x ${innerHeight}`,
    device_pixel_ratio: devicePixelRatio,
    color_scheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    locale: navigator.language.slice(0, 50),
  }));
  return { platform: `${process.platform} ${process.arch}`, fonts, ...page };
};
