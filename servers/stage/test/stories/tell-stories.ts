import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Ledger } from './ledger.ts';
import { Story } from './story.ts';
import type { StoryHost, UserStory } from './story-host.ts';

/** Defines one test for each story, and one that counts what went wrong in all of them. */
export const tellStories = (open: () => Promise<StoryHost>, stories: readonly UserStory[]): void => {
  let host: StoryHost;
  let ledger: Ledger;

  beforeAll(async () => {
    host = await open();
    ledger = new Ledger(host.facts);
  });
  afterAll(() => host.close());
  beforeEach(async () => {
    await host.startOver();
    await ledger.open();
  });

  for (const { title, request, tell } of stories) {
    it(title, async () => {
      const { tools, call, folder } = host;
      await tell(new Story({ request: request(folder), tools, call, ledger }), host);
      await ledger.unchanged('after the story, the app');
    });
  }

  it('reaches no wrong element and reports no false success', () => {
    expect(ledger).toMatchObject({ wrong: [], false: [] });
    expect(ledger.actions).toBeGreaterThan(stories.length);
  });
};
