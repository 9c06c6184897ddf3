import { driver as chromeDevtools } from './chrome-devtools.mjs';
import { driver as electronDriver } from './electron-driver.mjs';
import { driver as laststance } from './laststance.mjs';
import { driver as ours } from './ours.mjs';
import { driver as playwright } from './playwright.mjs';
import { driver as stagewright } from './stagewright.mjs';

/** Ours first. */
export const drivers = [ours, stagewright, electronDriver, laststance, playwright, chromeDevtools];
