import { defineStagePlugin } from '@recourse/stage-plugin';
import { codes } from './codes.ts';
import { config } from './config.ts';
import { capture } from './tools/capture.ts';
import { expect } from './tools/expect.ts';
import { updateBaseline } from './tools/update-baseline.ts';

export default defineStagePlugin({
  name: 'visual',
  version: '0.1.0',
  stage: '^0.1.0',
  codes,
  config,
  tools: [capture, expect, updateBaseline],
});
