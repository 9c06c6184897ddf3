import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { defineReadTool } from '../defining/read-tool.ts';
import { page, perPage } from '../fields/fields.ts';
import { pageOf, pagingShape, standingOf } from '../fields/paging.ts';
import { repositoryShape } from '../shapes/repository.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox } from '../toolbox.ts';

const answerShape = z.object({
  total_count: z.number(),
  incomplete_results: z.boolean(),
  items: z.array(repositoryShape),
});

export const createSearch = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'search',
    description: "Searches repositories, with GitHub's qualifiers: 'tetris language:rust stars:>100'.",
    input: z.strictObject({ query: z.string().min(1).max(256), page: page.optional(), per_page: perPage.optional() }),
    output: z.object({
      untrusted: fenceShape,
      query: z.string(),
      total_count: z.int(),
      incomplete_results: z.boolean(),
      results: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          url: z.string(),
          description: z.string().nullable(),
          default_branch: z.string(),
          private: z.boolean(),
          archived: z.boolean(),
          stars: z.int(),
        }),
      ),
      /** How many of this page the operator does not let this server read. */
      withheld: z.int().optional(),
      ...pagingShape,
    }),
    run: async (call, toolbox) => {
      const { query } = call.arguments;
      const { value, nextPage } = await toolbox.github.request({
        route: 'GET /search/repositories',
        parameters: { q: query, ...pageOf(call.arguments) },
        shape: answerShape,
      });
      const shown = value.items.filter(({ full_name }) => toolbox.permits.read(full_name) === undefined);
      const withheld = value.items.length - shown.length;
      const answer = {
        query,
        total_count: value.total_count,
        incomplete_results: value.incomplete_results,
        results: shown.map((repository) => ({
          id: repository.full_name,
          title: repository.full_name,
          url: repository.html_url,
          description: repository.description ?? null,
          default_branch: repository.default_branch,
          private: repository.private,
          archived: repository.archived,
          stars: repository.stargazers_count,
        })),
        ...(withheld > 0 && { withheld }),
        ...standingOf(call.arguments, nextPage),
      };
      return { untrusted: fence('the owners of these repositories', answer, ['/results/*/description']), ...answer };
    },
  });
