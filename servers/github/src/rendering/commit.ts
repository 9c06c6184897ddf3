import { z } from 'zod';
import type { Commit } from '../shapes/commit.ts';
import { cut } from '../untrusted/cut.ts';

const longestMessage = 1000;

/** A commit as the tools show it. */
export const commitOutput = z.object({
  sha: z.string(),
  message: z.string(),
  message_truncated: z.boolean().optional(),
  author: z.string(),
  login: z.string().nullable(),
  date: z.string(),
  url: z.string(),
  parents: z.array(z.string()),
});

export const renderCommit = ({ sha, html_url, commit, author, parents }: Commit): z.infer<typeof commitOutput> => {
  const { text, isCut } = cut(commit.message, longestMessage);
  return {
    sha,
    message: text,
    ...(isCut && { message_truncated: true }),
    author: commit.author?.name ?? '',
    login: author?.login ?? null,
    date: commit.author?.date ?? '',
    url: html_url,
    parents: parents.map((parent) => parent.sha),
  };
};
