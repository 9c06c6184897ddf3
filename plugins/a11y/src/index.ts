import { defineStagePlugin } from '@recourse/stage-plugin';
import { codes } from './codes.ts';
import { audit } from './tools/audit.ts';

export default defineStagePlugin({ name: 'a11y', version: '0.1.0', stage: '^0.1.0', codes, tools: [audit] });
