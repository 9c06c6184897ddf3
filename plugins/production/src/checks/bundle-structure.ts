import path from 'node:path';
import type { Check } from './check.ts';

/** The program and the app's own files are where Electron looks for them. */
export const bundleStructure: Check = {
  title: 'The executable and the app files are in place',
  run: async ({ type, program, resources }, apps) => {
    if (program === undefined) return { status: 'fail', detail: 'There is no executable in Contents/MacOS.' };
    const name = path.basename(program);
    const found = (await apps.list(path.dirname(program))).find((entry) => entry.name === name);
    if (type !== 'windows' && found?.isExecutable !== true)
      return { status: 'fail', detail: `${name} is not executable.`, fix: `Run chmod +x on ${name}.` };
    if (resources === undefined)
      return type === 'appimage'
        ? { status: 'unknown', detail: 'The files are packed inside the AppImage, which this check does not unpack.' }
        : { status: 'fail', detail: "There is no 'resources' folder next to the executable." };
    const names = (await apps.list(resources)).map((entry) => entry.name);
    const evidence = names.filter((one) => ['app.asar', 'app', 'default_app.asar'].includes(one));
    if (names.includes('app.asar')) return { status: 'pass', detail: 'The app is in app.asar.', evidence };
    if (names.includes('app')) return { status: 'pass', detail: "The app is in the 'app' folder.", evidence };
    return { status: 'fail', detail: "The 'resources' folder has neither app.asar nor an 'app' folder.", evidence };
  },
};
