export { runCreate } from './create-recourse.ts';
export type { Surroundings } from './create-recourse.ts';
