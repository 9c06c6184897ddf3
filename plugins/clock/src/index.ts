import { defineStagePlugin } from '@recourse/stage-plugin';
import { forgetSession } from './clocks.ts';
import { clockCodes } from './codes.ts';
import { advance } from './tools/advance.ts';
import { install } from './tools/install.ts';
import { pause } from './tools/pause.ts';
import { resume } from './tools/resume.ts';
import { runFor } from './tools/run-for.ts';
import { setSystemTime } from './tools/set-system-time.ts';
import { setTime } from './tools/set-time.ts';
import { status } from './tools/status.ts';
import { uninstall } from './tools/uninstall.ts';

export { clockCodes } from './codes.ts';

export default defineStagePlugin({
  name: 'clock',
  version: '0.1.0',
  stage: '^0.1.0',
  codes: clockCodes,
  tools: [install, setTime, setSystemTime, advance, runFor, pause, resume, status, uninstall],
  setup: (stage) => {
    stage.onSessionEnd(forgetSession);
  },
});
