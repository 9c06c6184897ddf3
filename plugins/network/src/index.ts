import { defineStagePlugin } from '@recourse/stage-plugin';
import { networkCodes } from './codes.ts';
import { forgetSession } from './state.ts';
import { captureStart } from './tools/capture-start.ts';
import { captureStop } from './tools/capture-stop.ts';
import { captured } from './tools/captured.ts';
import { stub } from './tools/stub.ts';
import { unstub } from './tools/unstub.ts';

export { networkCodes } from './codes.ts';

export default defineStagePlugin({
  name: 'network',
  version: '0.1.0',
  stage: '^0.1.0',
  codes: networkCodes,
  tools: [captureStart, captured, captureStop, stub, unstub],
  setup: (stage) => {
    stage.onSessionEnd(forgetSession);
  },
});
