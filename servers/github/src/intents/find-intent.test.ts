import { describe, expect, it } from 'vitest';
import type { Toolbox } from '../toolbox.ts';
import { findCommit, findPullRequest } from './find-intent.ts';
import { markBody, markMessage } from './mark.ts';

const intent = 'a'.repeat(32);
const wanted = { repo: 'mira/tidewater', intent, since: '2026-01-02T00:00:00Z', signal: new AbortController().signal };
const branched = { ...wanted, branch: 'main' };

/** Answers of GitHub: the messages of commits, or pages of pull requests. */
const commitsOf = (messages: readonly string[], complete: boolean): Toolbox => {
  const values = [
    messages.map((message, index) => ({ sha: `${index}`, html_url: `url ${index}`, commit: { message } })),
  ];
  return { github: { pages: () => Promise.resolve({ values, complete }) } } as unknown as Toolbox;
};

const pullsOf = (pages: readonly (readonly { readonly body?: string; readonly created_at: string }[])[]) => {
  const read: number[] = [];
  const request = ({ parameters: { page } }: { readonly parameters: { readonly page: number } }) => {
    read.push(page);
    const value = (pages[page - 1] ?? []).map((pull, index) => ({ number: index, html_url: `url ${index}`, ...pull }));
    return Promise.resolve({ value, ...(page < pages.length && { nextPage: page + 1 }) });
  };
  return { toolbox: { github: { request } } as unknown as Toolbox, read };
};

describe('findCommit', () => {
  it('finds the commit whose trailer names the intent', async () => {
    const messages = ['Tides', markMessage('Add the moon', intent)];
    expect(await findCommit(commitsOf(messages, true), branched)).toEqual({ id: '1', url: 'url 1' });
  });

  it('finds nothing if no commit since then names it', async () => {
    const messages = ['Tides', `Quotes Recourse-Intent: ${intent} in a sentence`];
    expect(await findCommit(commitsOf(messages, true), branched)).toBeUndefined();
  });

  it('fails instead of denying the effect if it has not seen every commit', async () => {
    await expect(findCommit(commitsOf(['Tides'], false), branched)).rejects.toMatchObject({
      failure: { code: 'VALIDATION_PAYLOAD_TOO_LARGE', effect: 'none' },
    });
  });
});

describe('findPullRequest', () => {
  const young = { created_at: '2026-01-03T00:00:00Z' };
  const old = { created_at: '2026-01-01T00:00:00Z' };

  it('finds the pull request whose body names the intent, on a later page too', async () => {
    const { toolbox } = pullsOf([[young], [young, { ...young, body: markBody('Moon', intent) ?? '' }]]);
    expect(await findPullRequest(toolbox, wanted)).toEqual({ id: 'mira/tidewater#1', url: 'url 1' });
  });

  it('stops at the first page with older pull requests', async () => {
    const { toolbox, read } = pullsOf([[young], [young, old], [young]]);
    expect(await findPullRequest(toolbox, wanted)).toBeUndefined();
    expect(read).toEqual([1, 2]);
  });

  it('fails instead of denying the effect if there are too many', async () => {
    const { toolbox } = pullsOf(Array.from({ length: 12 }, () => [young]));
    await expect(findPullRequest(toolbox, wanted)).rejects.toMatchObject({
      failure: { code: 'VALIDATION_PAYLOAD_TOO_LARGE' },
    });
  });
});
