import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Check } from '../check.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Only servers that drive a browser need one, so that none is no reason for advice. */
export const browserCheck: Check = {
  name: 'browser',
  run: ({ io: { environment }, platform }) => {
    const folders = (environment['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
    const suffix = platform === 'win32' ? '.exe' : '';
    const places = [
      ...folders.flatMap((folder) => names.map((name) => path.join(folder, `${name}${suffix}`))),
      ...(platform === 'darwin' ? applications : []),
    ];
    const found = places.find((place) => existsSync(place));
    const says = found ?? 'no Chromium found; only servers that drive a browser need one';
    return Promise.resolve([{ verdict: 'fine', says }]);
  },
};
