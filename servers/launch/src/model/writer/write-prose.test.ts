import { describe, expect, it } from 'vitest';
import { sampleProduct } from '../../demo/product/sample-product.ts';
import { readSentences } from '../../markdown/read-sentences.ts';
import { fakeRun } from '../testing/fake-context.ts';
import { canary, openWriter } from '../testing/write-pages.ts';

const readme = `# Tally

Tally limits how often something may happen. It has no dependencies and runs in Node and in browsers.

## Usage

Create a limiter and ask it before each call. The method take returns the calls that are left.
`;

describe('writeProse', () => {
  it('adds sentences to the introduction of a page, each with the claims that it cites', async () => {
    const { write, server, draft } = await openWriter({ 'README.md': readme });
    server.say({
      sentences: [
        { text: 'With Tally, you create a limiter, and ask it before each call.', claims: ['$claim{Create a}'] },
      ],
    });
    const { prose, after } = await write();
    const written = prose.pages.filter(({ markdown }) => markdown !== '');
    expect(written.length).toBeGreaterThan(0);
    for (const { path, sentences } of written) {
      const page = after.pages.find((one) => one.path === path);
      const before = draft.pages.find((one) => one.path === path);
      const texts = readSentences(page?.content ?? '').map(({ text }) => text);
      for (const { text, claims } of sentences) {
        expect(texts).toContain(text);
        expect(claims.length).toBeGreaterThan(0);
      }
      expect(page?.sentences).toEqual(sentences);
      // Everything that the page had is still there.
      const added = new Set(sentences.map(({ text }) => text));
      expect(texts.filter((text) => !added.has(text))).toEqual(
        readSentences(before?.content ?? '').map(({ text }) => text),
      );
    }
  });

  it('sends claims by id and text, and nothing else of the product', async () => {
    const { write, server, evidence } = await openWriter({ 'README.md': readme }, 'no-sentences');
    await write();
    const ids = new Set(evidence.claims.map(({ id }) => id));
    const asked = JSON.parse(server.requests[0]?.body.messages[1]?.content ?? '{}') as object;
    expect(Object.keys(asked)).toEqual(['product', 'kind_of_page', 'claims']);
    for (const { claims } of server.requests)
      expect(claims.every(({ id, text }) => ids.has(id) && text !== '')).toBe(true);
  });

  it.each([
    ['refusal', 'refused'],
    ['filtered', 'refused'],
    ['truncated-json', 'invalid_output'],
    ['garbage', 'invalid_output'],
    ['trailing-text', 'invalid_output'],
    ['wrong-shape', 'invalid_output'],
    ['tool-calls', 'invalid_output'],
    ['length', 'truncated'],
    ['no-sentences', 'no_sentences'],
    ['empty-choices', 'invalid_response'],
    ['not-json', 'invalid_response'],
    ['wrong-type', 'invalid_response'],
    ['huge', 'too_large'],
    ['hang', 'timeout'],
    ['drip', 'timeout'],
    ['reset', 'connection'],
    ['unauthorized', 'rejected'],
    ['rate-limited', 'rate_limited'],
    ['server-error', 'unavailable'],
    ['echoes-key', 'invalid_response'],
  ])('keeps the draft and gives the reason after %s', async (name, reason) => {
    const { write, draft } = await openWriter({ 'README.md': readme }, name);
    const { prose, after, calls, run } = await write();
    const asked = prose.pages.filter(({ failed }) => failed);
    expect(asked.map((page) => page.reason)).toContain(reason);
    expect(after).toEqual(draft);
    expect(calls.calls.length).toBeGreaterThan(0);
    expect(JSON.stringify([prose, calls, run.notes, [...run.effects]])).not.toContain(canary);
  });

  it('accepts JSON in a code block, and an answer after an error', async () => {
    const { write } = await openWriter({ 'README.md': readme }, 'server-error', 'fenced');
    const { run } = await write();
    expect(run.notes.map(({ type }) => type).slice(0, 4)).toContain('LLM_CALL_FAILED');
    expect(run.notes.map(({ type }) => type)).toContain('LLM_CALL_FINISHED');
  });

  it('records each request: events, tokens and evidence without a word of prompt or answer', async () => {
    const { write, server } = await openWriter({ 'README.md': readme });
    server.say({
      sentences: [{ text: 'Tally runs in Node and in browsers, with no dependencies.', claims: ['$claim{It has no}'] }],
    });
    const { calls, run } = await write();
    const [call] = calls.calls;
    expect(call).toMatchObject({
      call_id: expect.stringMatching(/^call_[a-f0-9]{16}_1_1$/),
      model: 'small',
      endpoint_host: new URL(server.url).host,
      finish_reason: 'stop',
      token_usage: { input_tokens: 120, output_tokens: 30, total_tokens: 150 },
    });
    expect(run.notes[0]).toMatchObject({
      type: 'LLM_CALL_STARTED',
      payload: { call_id: call?.call_id, prompt_hash: call?.prompt_hash, temperature: 0, max_tokens: 1000 },
    });
    expect(run.notes.find(({ type }) => type === 'LLM_CALL_FINISHED')).toMatchObject({
      payload: { output_hash: calls.calls.find(({ call_id }) => call_id === call?.call_id)?.output_hash },
    });
    expect(run.spent.llm_calls).toBe(server.requests.length);
    expect(run.spent.llm_tokens).toBeGreaterThanOrEqual(150 * server.requests.length);
    expect(JSON.stringify([calls, run.notes])).not.toContain('limits how often');
  });

  it('repeats only failed requests when the step runs again', async () => {
    const { write, server } = await openWriter(sampleProduct, 'good');
    const run = fakeRun();
    const first = await write(run);
    const asked = server.requests.length;
    expect(asked).toBeGreaterThan(1);
    const second = await write(run, 2);
    expect(server.requests).toHaveLength(asked);
    expect(second.prose).toEqual(first.prose);
    expect(second.calls).toEqual(first.calls);
    // Another model is another question.
    await write(run, 3, { model: 'large' });
    expect(server.requests).toHaveLength(2 * asked);
  });

  it('retries after a failure, because nothing was answered', async () => {
    const { write, server } = await openWriter({ 'README.md': readme }, 'bad-request');
    const run = fakeRun();
    await write(run);
    const asked = server.requests.length;
    await write(run, 2);
    expect(server.requests).toHaveLength(2 * asked);
  });

  it('drops sentences that the page already has', async () => {
    const { write } = await openWriter({ 'README.md': readme }, 'good');
    const { prose, after } = await write();
    expect(prose.pages.some(({ dropped }) => (dropped['repeated'] ?? 0) > 0)).toBe(true);
    for (const { content } of after.pages) {
      const texts = readSentences(content)
        .filter(({ kind }) => kind === 'prose')
        .map(({ text }) => text);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });

  it('drops sentences that only repeat the introduction in other words, without a warning', async () => {
    const { write, server, draft } = await openWriter({ 'README.md': readme });
    server.say({
      sentences: [
        {
          text: 'In Node and in browsers, Tally runs with no dependencies.',
          claims: ['$claim{Tally limits}', '$claim{It has no}'],
        },
      ],
    });
    const { prose, after } = await write();
    const overview = prose.pages.find(({ path }) => path.includes('/products/'));
    expect(overview).toMatchObject({ reason: 'nothing_new', failed: false, dropped: { repeated: 1 } });
    expect(after.pages[0]).toEqual(draft.pages[0]);
  });

  it('keeps a long page within its lines, and a prompt within its claims', async () => {
    const lines = Array.from({ length: 600 }, (_, index) => `Line ${index} is here.`).join('\n\n');
    const { write, server, draft } = await openWriter(
      { 'README.md': `${readme}\n## Features\n\n${lines}\n` },
      'introduction',
    );
    const most = 500;
    const { after } = await write();
    expect(after.pages.every(({ content }) => content.split('\n').length <= most)).toBe(true);
    expect(server.requests.every(({ claims }) => claims.length <= 40)).toBe(true);
    const pages = draft.pages.map((page) => ({
      ...page,
      content: `${page.content}${'\nText.\n'.repeat(most)}`
        .split('\n')
        .slice(0, most - 1)
        .join('\n'),
    }));
    const { prose } = await write(undefined, 1, {}, { ...draft, pages });
    expect(prose.pages[0]).toMatchObject({ reason: 'page_full', markdown: '' });
  });

  it('ends each sentence, so that readers and the gate can separate it from the next one', async () => {
    const files = { 'README.md': `${readme}\n## Features\n\n- Fixed and sliding windows\n- One limit for many keys\n` };
    const { write, server } = await openWriter(files);
    server.say({
      sentences: [
        { text: 'Tally has fixed and sliding windows', claims: ['$claim{Fixed and}'] },
        { text: 'Tally has one limit for many keys:', claims: ['$claim{One limit}'] },
      ],
    });
    const { prose, after } = await write();
    const index = prose.pages.findIndex(({ path }) => path.includes('/products/'));
    expect(prose.pages[index]?.markdown).toBe(
      'Tally has fixed and sliding windows. Tally has one limit for many keys.',
    );
    const texts = readSentences(after.pages[index]?.content ?? '').map(({ text }) => text);
    for (const { text } of prose.pages[index]?.sentences ?? []) expect(texts).toContain(text);
  });
});
