import type { Tool } from '@recourse/engine';
import { GitHubError } from '@recourse/github';
import { z } from 'zod';
import { notRead, partlyRead } from '../asking/not-read.ts';
import { getRepository } from '../asking/requests.ts';
import type { Place } from '../asking/requests.ts';
import { tryPermitted } from '../asking/try-read.ts';
import { defineReadTool } from '../defining/read-tool.ts';
import { repo } from '../fields/fields.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { windowOf } from '../files/file-window.ts';
import { readBytes } from '../files/read-bytes.ts';
import { fileShape } from '../shapes/repository.ts';
import type { File } from '../shapes/repository.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox, Toolbox } from '../toolbox.ts';

export const createFetch = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'fetch',
    description: 'Describes a repository: what it is, its default branch, and the beginning of its README.',
    input: z.strictObject({ repo }),
    output: z.object({
      untrusted: fenceShape,
      id: z.string(),
      title: z.string(),
      url: z.string(),
      /** The README; empty if there is none, or if the token may not read it. */
      text: z.string(),
      /** Whether the README continues; read_file with this path and offset shows the rest. */
      truncated: z.boolean(),
      next_offset: z.int().optional(),
      metadata: z.object({
        readme: z.string().nullable(),
        description: z.string().nullable(),
        default_branch: z.string(),
        private: z.boolean(),
        archived: z.boolean(),
        fork: z.boolean(),
        language: z.string().nullable(),
        stars: z.int(),
        open_issues: z.int(),
        pushed_at: z.string().nullable(),
      }),
    }),
    run: async (call, toolbox) => {
      const place = { repo: call.arguments.repo };
      const repository = await getRepository(toolbox, place);
      const { value: readme, error } = await tryPermitted(readReadme(toolbox, place));
      if (error) call.warn('PARTLY_READ', partlyRead([notRead('README', error)]));
      const shown = windowOf(readme?.bytes ?? new Uint8Array());
      const answer = {
        id: repository.full_name,
        title: repository.full_name,
        url: repository.html_url,
        text: shown.encoding === 'utf8' ? shown.content : '',
        truncated: shown.truncated,
        ...(shown.next_offset !== undefined && { next_offset: shown.next_offset }),
        metadata: {
          readme: readme?.path ?? null,
          description: repository.description ?? null,
          default_branch: repository.default_branch,
          private: repository.private,
          archived: repository.archived,
          fork: repository.fork,
          language: repository.language ?? null,
          stars: repository.stargazers_count,
          open_issues: repository.open_issues_count,
          pushed_at: repository.pushed_at ?? null,
        },
      };
      return { untrusted: fence(repository.full_name, answer, ['/text', '/metadata/description']), ...answer };
    },
  });

const readReadme = async (toolbox: Toolbox, place: Place) => {
  const file = await getReadme(toolbox, place);
  return file && { path: file.path, bytes: await readBytes(toolbox, file, place) };
};

/** Nothing if there is none. Any other failure is one. */
const getReadme = async ({ github }: Toolbox, { repo: name }: Place): Promise<File | undefined> => {
  try {
    const { value } = await github.request({
      route: 'GET /repos/{owner}/{repo}/readme',
      parameters: { ...repositoryName(name) },
      shape: fileShape,
    });
    return value;
  } catch (thrown) {
    if (thrown instanceof GitHubError && thrown.status === 404) return undefined;
    throw thrown;
  }
};
