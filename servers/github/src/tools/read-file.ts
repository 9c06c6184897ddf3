import { exclusive } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { getContents } from '../asking/requests.ts';
import { defineReadTool } from '../defining/read-tool.ts';
import { brokenRule } from '../fields/broken-rule.ts';
import { branch, filePath, ref, repo } from '../fields/fields.ts';
import { windowOf, windowShape } from '../files/file-window.ts';
import { readBytes } from '../files/read-bytes.ts';
import { fence, fenceShape } from '../untrusted/fence.ts';
import type { ServerToolbox } from '../toolbox.ts';

export const createReadFile = (shared: ServerToolbox): Tool =>
  defineReadTool(shared, {
    name: 'read_file',
    description: 'Reads a file as text, or in base64 if it is not text; 64 KiB at a time.',
    input: exclusive(
      z.strictObject({
        repo,
        path: filePath,
        branch: branch.optional(),
        ref: ref.optional(),
        offset: z.int().min(0).optional().describe('The byte to start at; defaults to 0.'),
      }),
      ['branch', 'ref'],
    ),
    output: z.object({
      untrusted: fenceShape,
      repo: z.string(),
      path: z.string(),
      /** Null for the default branch. */
      ref: z.string().nullable(),
      /** Of the content, as git names it. */
      sha: z.string(),
      url: z.string().nullable(),
      ...windowShape,
    }),
    errors: ['VALIDATION_INVALID_VALUE'],
    run: async (call, toolbox) => {
      const { repo: name, path, offset } = call.arguments;
      const wanted = call.arguments.branch ?? call.arguments.ref;
      const place = { repo: name };
      const { value } = await getContents(toolbox, { ...place, path: path.replace(/\/$/, ''), ref: wanted });
      if (Array.isArray(value) || value.type === 'submodule') {
        const isFolder = Array.isArray(value);
        const list = {
          tool: 'list_directory',
          arguments: { repo: name, path, ...(wanted !== undefined && { ref: wanted }) },
          why: 'Lists its contents.',
        };
        return call.fail(
          'VALIDATION_INVALID_VALUE',
          brokenRule('/path', isFolder ? 'it is a folder' : 'it is a submodule', path),
          isFolder ? { next_actions: [list] } : {},
        );
      }
      // A link out of the repository has no content but where it leads to.
      const bytes = value.type === 'symlink' ? Buffer.from(value.target ?? '') : await readBytes(toolbox, value, place);
      const answer = {
        repo: name,
        path: value.path,
        ref: wanted ?? null,
        sha: value.sha,
        url: value.html_url ?? null,
        ...windowOf(bytes, offset),
      };
      return { untrusted: fence(name, answer, ['/content']), ...answer };
    },
  });
