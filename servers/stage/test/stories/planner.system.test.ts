import { describe } from 'vitest';
import { lacksElectron } from '../../src/testing/electron-place.ts';
import { boardStories } from './planner/board-stories.ts';
import { openPlanner } from './planner/open-planner.ts';
import { windowStories } from './planner/window-stories.ts';
import { tellStories } from './tell-stories.ts';

describe.skipIf(lacksElectron)('a client of the planner that uses only what answers have shown', () => {
  tellStories(openPlanner, [...boardStories, ...windowStories]);
});
