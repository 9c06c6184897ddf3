import { defineStagePlugin } from '@recourse/stage-plugin';
import { codes } from './codes.ts';
import { config } from './config.ts';
import { currentRecording, endCurrent } from './recording/current.ts';
import { budget } from './tools/budget.ts';
import { promote } from './tools/promote.ts';
import { replay } from './tools/replay.ts';
import { start } from './tools/start.ts';
import { status } from './tools/status.ts';
import { stop } from './tools/stop.ts';
import { tokens } from './tools/tokens.ts';
import { view } from './tools/view.ts';

export default defineStagePlugin({
  name: 'trace',
  version: '0.1.0',
  stage: '^0.1.0',
  codes,
  config,
  tools: [start, stop, status, tokens, budget, view, replay, promote],
  // A recording is not lost when the server ends.
  teardown: async () => {
    if (currentRecording()) await endCurrent();
  },
});
