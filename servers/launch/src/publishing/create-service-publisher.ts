import { z } from 'zod';
import type { OpenedPullRequest, Publisher } from './publisher.ts';
import { createServiceRequests, schema_version } from './service-requests.ts';
import type { Refused, ServiceOptions } from './service-requests.ts';

const commitAnswer = z.object({ commit_sha: z.string().min(7) });
const pullAnswer = z.object({ pr_url: z.string(), pr_number: z.int() });

/**
 * Publishes through a commit service: `POST /v1/commit` and `POST /v1/open_pr`. With a GET of the same paths a service
 * says which commit or pull request a key has made; one without that repeats its answer to a repeated key.
 */
export const createServicePublisher = (options: ServiceOptions): Publisher => {
  const service = createServiceRequests(options);
  let knowsLooks: boolean | undefined;
  const looks: Publisher['looks'] = async ({ repo_url }, signal) =>
    (knowsLooks ??= await service.looks('commit', { repo_url }, signal));

  return {
    settlesWithinMs: service.timeoutMs,
    looks,
    // The service keeps other people's commits itself, and says 409.
    branchCommits: () => Promise.resolve(undefined),
    commit: ({ key, run_id, repo_url, base, branch, message, allowed_paths, files, author }, signal) => {
      const [subject = '', ...rest] = message.split('\n');
      const body = {
        run_id,
        repo_url,
        base_ref: base,
        branch_name: branch,
        allowed_paths,
        require_clean_base: true,
        commit_message: subject,
        commit_body: rest.join('\n').trim(),
        patch_bundle: { schema_version, files: [...files].map(([path, content]) => ({ path, content })) },
        ...(author && { author_name: author.name, author_email: author.email }),
      };
      return service.post('commit', body, { key, shape: commitAnswer, signal });
    },
    findCommit: ({ key, repo_url }, signal) =>
      service.look('commit', { repo_url }, { key, shape: commitAnswer, signal }),
    openPullRequest: async ({ key, run_id, repo_url, base_branch, branch, title, body }, signal) => {
      const request = { run_id, repo_url, base_ref: base_branch, branch_name: branch, pr_title: title, pr_body: body };
      const asked = { key, shape: pullAnswer, signal };
      return openedOf(await service.post('open_pr', request, asked, existingPull));
    },
    findPullRequest: async (request, signal) => {
      if (!(await looks(request, signal))) return undefined;
      const { key, repo_url, branch } = request;
      const found = await service.look(
        'open_pr',
        { repo_url, branch_name: branch },
        { key, shape: pullAnswer, signal },
      );
      return found && openedOf(found);
    },
    updatePullRequest: async ({ key, run_id, repo_url, branch, title, body }, { number }, signal) => {
      const request = { run_id, repo_url, branch_name: branch, pr_number: number, pr_title: title, pr_body: body };
      // A repeated update changes nothing, so that its key follows from what it writes.
      await service.post('update_pr', request, { key: `${key} update`, shape: z.unknown(), signal });
    },
  };
};

const openedOf = ({ pr_url, pr_number }: z.infer<typeof pullAnswer>): OpenedPullRequest => ({
  url: pr_url,
  number: pr_number,
});

/** A service that has a pull request from the branch already refuses a second one, and may say which it is. */
const existingPull = ({ status, code, details }: Refused): z.infer<typeof pullAnswer> | undefined => {
  if (status !== 409 || code !== 'PR_EXISTS') return undefined;
  const read = pullAnswer.safeParse(details);
  return read.success ? read.data : undefined;
};
