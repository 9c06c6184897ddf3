export { describeStages } from './pipeline.ts';
export { stageNames } from '../stages/stage.ts';
export type { Next, Stage, StageName } from '../stages/stage.ts';
