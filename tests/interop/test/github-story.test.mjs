import { createForge, sampleSeed, sampleTokens } from '@recourse/forge';
import { serveHttp } from '@recourse/server';
import { createGitHubServer } from '@recourse/server-github';
import { expect, it, onTestFinished } from 'vitest';
import { tellStory } from '../../../servers/github/test/story.ts';
import { inspector016, inspector212 } from '../src/clients/index.mjs';

/** Every call is a process or two: the story has about twenty. */
const storyMs = 900_000;

it.each([inspector016, inspector212])(
  'the GitHub server is worked with from the command line of $name',
  async (client) => {
    const forge = await createForge({ seed: sampleSeed });
    onTestFinished(() => forge.close());
    const github = { baseUrl: forge.url, token: sampleTokens.mira };
    const serving = await serveHttp(createGitHubServer({ github, log: () => undefined }), { port: 0 });
    onTestFinished(() => serving.close());
    const connection = await client.connect({ url: new URL(serving.url) });

    let confirmed = 0;
    /** @type {import('../../../servers/github/test/story.ts').Stage['call']} */
    const call = async (tool, args) => {
      const { isError, structuredContent: body } = await connection.callTool(tool, args);
      if (body?.error?.data?.code !== 'CONFIRMATION_REQUIRED') return { isError: isError === true, body };
      // A command line shows no dialogue: its user confirms.
      confirmed += 1;
      const [next] = body.error.data.recourse.next_actions;
      const held = await connection.callTool(next.tool, next.arguments);
      return { isError: held.isError === true, body: held.structuredContent };
    };
    await tellStory({ call, forge: forge.url, token: sampleTokens.mira });
    // Blockers, failed checks and a stale commit refuse a merge before it asks: only the last merge asks.
    expect(confirmed).toBe(1);
  },
  storyMs,
);
