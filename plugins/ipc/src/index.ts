import { defineStagePlugin } from '@recourse/stage-plugin';
import { config } from './channels.ts';
import { ipcCodes } from './codes.ts';
import { captureStart } from './tools/capture-start.ts';
import { captureStop } from './tools/capture-stop.ts';
import { captured } from './tools/captured.ts';
import { invoke } from './tools/invoke.ts';
import { stub } from './tools/stub.ts';
import { unstub } from './tools/unstub.ts';

export { ipcCodes } from './codes.ts';

export default defineStagePlugin({
  name: 'ipc',
  version: '0.1.0',
  stage: '^0.1.0',
  codes: ipcCodes,
  config,
  tools: [captureStart, captured, captureStop, invoke, stub, unstub],
});
