import { fieldKeyword } from '@recourse/engine/front-door';
import { repositoryPath } from '@recourse/engine/guarded-fields';
import { z } from 'zod';

/**
 * The patterns are those of the contract, letter by letter: callers see them in refusals. A part that is '.' or '..'
 * fits them, and would lead to another endpoint.
 */
export const repo = z.string().meta({
  description: 'owner/repo',
  pattern: '^[a-zA-Z0-9._-]+/[a-zA-Z0-9._-]+$',
  not: { type: 'string', pattern: String.raw`(^|/)\.{1,2}(/|$)` },
});

const gitName = (description: string) =>
  z
    .string()
    .max(100)
    .meta({ description, pattern: '^[a-zA-Z0-9._/-]+$', [fieldKeyword]: { kind: 'gitRef' } });

export const branch = gitName('Name of a branch.');
export const ref = gitName('Name of a branch or tag, or a commit SHA of 7 to 40 digits. Omit if branch is given.');

export const sha = z.string().meta({ description: 'Commit SHA, 7 to 40 digits.', pattern: '^[a-f0-9]{7,40}$' });

/** Published without the long pattern of `z.iso.datetime()`, which repeats what the format says. */
export const timestamp = z.string().meta({ format: 'date-time' });

export const filePath = repositoryPath({ maxLength: 500 });
export const folderPath = repositoryPath({ root: true, maxLength: 500 });

export const page = z.int().min(1).max(100).describe('Defaults to 1.');
export const perPage = z.int().min(1).max(100).describe('Defaults to 30.');
export const prNumber = z.int().min(1);

export const defaultPerPage = 30;
