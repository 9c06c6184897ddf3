import { variable } from '../variable.mjs';

/** @type {import('../servers.mjs').PublishedServer} */
export const stage = {
  name: 'stage',
  title: 'Recourse stage',
  description: 'Drives Electron apps and web pages; every failure says what to do next.',
  entry: { package: '@recourse/stage', name: 'stageEntry' },
  variables: [
    variable('STAGE_APP_ROOTS', 'App folders', 'Folders that apps and files must be in', {
      kind: 'directory',
      required: true,
    }),
    variable('STAGE_ELECTRON', 'Electron', "The Electron for development launches; the project's own if empty", {
      kind: 'file',
    }),
    variable('STAGE_ELECTRON_ARGUMENTS', 'Arguments of Electron', 'Arguments for every Electron app'),
    variable('STAGE_CHROMIUM', 'Chromium', 'The Chromium for pages; the first one on the path if empty', {
      kind: 'file',
    }),
    variable('STAGE_CHROMIUM_ARGUMENTS', 'Arguments of Chromium', 'Arguments for every Chromium'),
    variable('STAGE_HEADED', 'Windows', '1 shows the windows of Chromium'),
    variable('STAGE_ALLOW', 'Allowed', 'Any of launch, attach, pages, eval-renderer and eval-main'),
    variable('STAGE_PROFILE', 'Tools', 'essential, testing, debug or full; full if empty'),
    variable('STAGE_PLUGINS', 'Plugins', 'Names of plugins, separated by commas, or a JSON file'),
    variable('STAGE_SCREENSHOTS', 'Screenshots', 'The folder that screenshots may be written to', {
      kind: 'directory',
    }),
  ],
  sample: { STAGE_APP_ROOTS: '.' },
};
