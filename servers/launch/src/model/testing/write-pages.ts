import { onTestFinished } from 'vitest';
import type { Draft } from '../../artifacts.ts';
import { buildClaims } from '../../claims/build-claims.ts';
import type { RunConfig } from '../../config/run-config.ts';
import { draftSite, sampleConfig } from '../../testing/draft-site.ts';
import { memoryTree } from '../../testing/memory-tree.ts';
import { createModelClient } from '../client/create-model-client.ts';
import { createSendChat } from '../client/send-chat.ts';
import { insertProse } from '../writer/insert-prose.ts';
import { writeProse } from '../writer/write-prose.ts';
import { startAnswers } from './answer-server.ts';
import { fakeContext, fakeRun } from './fake-context.ts';

/** A key that must be seen nowhere but in the header of a request. */
export const canary = 'sk-canary-5d1f77b0a9';

/** A product in memory, and a model on this machine that introduces its pages. */
export const openWriter = async (files: Readonly<Record<string, string>>, ...answers: readonly string[]) => {
  const server = await startAnswers(...answers);
  onTestFinished(() => server.close());
  const config = (changes: Partial<RunConfig['llm'] & object> = {}): RunConfig =>
    sampleConfig({
      required_sections: ['products', 'docs'],
      llm: { api_base_url: server.url, model: 'small', api_key_env: 'MODEL_KEY', ...changes },
    });
  const site = await draftSite(files, { config: config() });
  const evidence = await buildClaims(memoryTree(files), site);
  const pages = Object.entries(site.pages).map(([path, content]) => {
    const { slug = path, title = path } = site.plan.pages.find((page) => page.path === path) ?? {};
    return { path, slug, title, content, sentences: [] };
  });
  const draft: Draft = { schema_version: '1.0', section: 'docs', pages };
  const send = createSendChat();
  const client = createModelClient({
    access: { endpoints: [{ url: server.url, keyName: 'MODEL_KEY', key: canary }], loopback: false },
    send: (request) => send({ ...request, timeoutMs: Math.min(request.timeoutMs, 200) }),
    pause: () => Promise.resolve(),
  });
  return {
    server,
    draft,
    evidence,
    plan: site.plan,
    /** Writes the pages. With the run of an earlier call, this is the next attempt of the same step. */
    write: async (
      run = fakeRun(),
      attempt = 1,
      changes: Partial<RunConfig['llm'] & object> = {},
      given: Draft = draft,
    ) => {
      const inputs = { draft: given, plan: site.plan, facts: site.facts, evidence };
      const written = await writeProse(fakeContext(config(changes), run, attempt), client, inputs);
      return { ...written, run, after: insertProse(given, written.prose) };
    },
  };
};
