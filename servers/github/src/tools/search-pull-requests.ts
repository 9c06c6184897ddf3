import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { defineReadTool } from '../defining/read-tool.ts';
import { page, perPage, repo } from '../fields/fields.ts';
import { pageOf, pagingShape, standingOf } from '../fields/paging.ts';
import { issueSearchShape } from '../shapes/pull.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox } from '../toolbox.ts';

export const createSearchPullRequests = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'search_pull_requests',
    description: "Searches pull requests, with GitHub's qualifiers: 'is:open author:octocat review:required'.",
    input: z.strictObject({
      query: z.string().min(1).max(256),
      repo: repo.optional(),
      sort: z.enum(['created', 'updated', 'comments']).optional().describe('Defaults to best match.'),
      order: z.enum(['asc', 'desc']).optional(),
      page: page.optional(),
      per_page: perPage.optional(),
    }),
    output: z.object({
      untrusted: fenceShape,
      query: z.string(),
      total_count: z.int(),
      incomplete_results: z.boolean(),
      pull_requests: z.array(
        z.object({
          repo: z.string(),
          number: z.int(),
          title: z.string(),
          state: z.string(),
          draft: z.boolean(),
          user: z.string().nullable(),
          url: z.string(),
          created_at: z.string(),
          updated_at: z.string(),
        }),
      ),
      /** How many of this page the operator does not let this server read. */
      withheld: z.int().optional(),
      ...pagingShape,
    }),
    run: async (call, toolbox) => {
      const { query, repo: name, sort, order } = call.arguments;
      const { value, nextPage } = await toolbox.github.request({
        route: 'GET /search/issues',
        parameters: {
          q: [query, 'is:pr', ...(name === undefined ? [] : [`repo:${name}`])].join(' '),
          ...(sort && { sort }),
          ...(order && { order }),
          ...pageOf(call.arguments),
        },
        shape: issueSearchShape,
      });
      const found = value.items.map((item) => ({
        repo: item.repository_url.split('/').slice(-2).join('/'),
        number: item.number,
        title: item.title,
        state: item.state,
        draft: item.draft ?? false,
        user: item.user?.login ?? null,
        url: item.html_url,
        created_at: item.created_at,
        updated_at: item.updated_at,
      }));
      const shown = found.filter((item) => toolbox.permits.read(item.repo) === undefined);
      const answer = {
        query,
        total_count: value.total_count,
        incomplete_results: value.incomplete_results,
        pull_requests: shown,
        ...(shown.length < found.length && { withheld: found.length - shown.length }),
        ...standingOf(call.arguments, nextPage),
      };
      return { untrusted: fence('the authors', answer, ['/pull_requests/*/title']), ...answer };
    },
  });
