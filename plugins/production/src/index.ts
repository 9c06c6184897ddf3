import { defineStagePlugin } from '@recourse/stage-plugin';
import { codes } from './codes.ts';
import { validate } from './tools/validate.ts';

export default defineStagePlugin({ name: 'production', version: '0.1.0', stage: '^0.1.0', codes, tools: [validate] });
