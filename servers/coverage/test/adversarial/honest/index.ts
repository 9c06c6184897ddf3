import type { HonestCase } from '../case.ts';
import { fields } from './fields.ts';
import { runners } from './runners.ts';

export const honest: readonly HonestCase[] = [...runners, ...fields];
