import { describe } from 'vitest';
import { lacksBrowser } from '../../src/observe/testing/open-page.ts';
import { tellStories } from './tell-stories.ts';
import { openWiki } from './wiki/open-wiki.ts';
import { readingStories } from './wiki/reading-stories.ts';
import { writingStories } from './wiki/writing-stories.ts';

describe.skipIf(lacksBrowser)('a client of a wiki from npm that uses only what answers have shown', () => {
  tellStories(openWiki, [...readingStories, ...writingStories]);
});
