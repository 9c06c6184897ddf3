import { describe, expect, it, onTestFinished } from 'vitest';
import { createClaim } from '../claims/create-claim.ts';
import { createModelClient } from '../model/client/create-model-client.ts';
import { startAnswers } from '../model/testing/answer-server.ts';
import { fakeContext, fakeRun } from '../model/testing/fake-context.ts';
import { createCheckedRun } from '../testing/checked-run.ts';

const file = 'content/docs/page.md';
const readme = ['# Widgets', '', 'Widgets keep files for ten days.', 'The cache holds at most 40 files.'];
const claims = [2, 3].map((index) => {
  const source = { path: 'README.md', start_line: index + 1, end_line: index + 1 };
  return createClaim({ kind: 'prose', text: readme[index] ?? '', source }, readme);
});
const wrong = 'The cache holds at most 90 files.';

/** Fixes a page whose sentence its claim contradicts, with a model that answers with one sentence. */
const fix = async (answer: string | object, hasModel = true) => {
  const server = await startAnswers(...(typeof answer === 'string' ? [answer] : []));
  onTestFinished(() => server.close());
  if (typeof answer === 'object') server.say(answer);
  const cited = [{ text: wrong, claims: [claims[1]?.id ?? ''] }];
  const run = await createCheckedRun({
    writes: { [file]: `---\ntitle: Widgets\n---\n\nFirst. ${wrong} Last.\n` },
    product: { 'README.md': readme.join('\n') },
    config: hasModel ? { llm: { api_base_url: server.url, model: 'small' } } : {},
    environment: {
      model: createModelClient({ access: { endpoints: [], loopback: true }, pause: () => Promise.resolve() }),
    },
    artifacts: {
      'evidence_map.json': { schema_version: '1.0', ref: 'a'.repeat(40), claims },
      'citations.json': { schema_version: '1.0', pages: [{ path: file, sentences: cited }] },
    },
  });
  const { notes, ...kept } = fakeRun();
  const { once, note, spend } = fakeContext(run.config, { notes, ...kept });
  Object.assign(run.context, { once, note, spend });
  const issue = (await run.check('truth_lock')).issues.find(({ context }) => context === wrong);
  if (!issue) throw new Error('The gate accepts the sentence');
  await run.fix('truth_lock', issue);
  const left = (await run.check('truth_lock')).issues.filter(({ context }) => context?.includes('cache'));
  return { page: (await (await run.worktree()).read(file)) ?? '', left, server, notes, citations: run.citations() };
};

const say = (text: string, id = '$claim:0') => ({ sentences: [{ text, claims: [id] }] });

describe('a sentence that contradicts its claim', () => {
  it('is rewritten by the model of the run from the claim, with its citation', async () => {
    const { page, left, notes, citations, server } = await fix(say('At most 40 files are what the cache holds.'));
    expect(page).toContain('First. At most 40 files are what the cache holds. Last.');
    expect(page).not.toContain(wrong);
    expect(left).toEqual([]);
    expect(citations.pages[0]?.sentences).toEqual([
      { text: 'At most 40 files are what the cache holds.', claims: [claims[1]?.id] },
    ]);
    expect(server.requests[0]?.claims.map(({ text }) => text)).toEqual([readme[3]]);
    expect(notes.map(({ type }) => type)).toEqual(['LLM_CALL_STARTED', 'LLM_CALL_FINISHED']);
  });

  it.each([
    ['is wrong as well', say('The cache holds at most 70 files.')],
    ['cites a claim that it was not given', say('At most 40 files are what the cache holds.', claims[0]?.id)],
    ['has an address', say('The cache holds at most 40 files, see https://evil.example.')],
    ['is garbage', 'garbage'],
    ['does not come', 'unauthorized'],
  ])('is removed if the proposal %s', async (_, answer) => {
    const { page, left } = await fix(answer);
    expect(page).toContain('First. Last.');
    expect(left).toEqual([]);
  });

  it('is removed without a question in a run without a model', async () => {
    const { page, server } = await fix(say('At most 40 files are what the cache holds.'), false);
    expect(page).toContain('First. Last.');
    expect(server.requests).toEqual([]);
  });
});
