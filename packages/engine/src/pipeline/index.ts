export { describeStages } from './pipeline.ts';
