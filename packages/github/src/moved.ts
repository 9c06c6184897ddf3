import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { UpstreamRequest } from '@recourse/upstream';
import { locationWithin } from './fetch/redirecting-fetch.ts';
import type { Shape } from './github.ts';

const fullName: Shape<string> = {
  safeParse: (data) => {
    const name: unknown = typeof data === 'object' && data !== null && 'full_name' in data ? data.full_name : undefined;
    return typeof name === 'string' && /^[\w.-]+\/[\w.-]+$/.test(name)
      ? { success: true, data: name }
      : { success: false };
  },
};

interface Moved {
  readonly baseUrl: string;
  readonly location: string | undefined;
  readonly status: number;
}

/**
 * A request that was led to another place and did not follow: a repository was renamed. Its new name is looked up, so
 * that the caller decides whether that is the one that was meant.
 */
export const movedFailure = async (
  { baseUrl, location, status }: Moved,
  request: UpstreamRequest,
  read: (path: string, shape: Shape<string>) => Promise<string | undefined>,
): Promise<Failure | undefined> => {
  const target = locationWithin(baseUrl, `${baseUrl}/`, location ?? null);
  const repository =
    target && /^\/(?:repos\/[^/]+\/[^/]+|repositories\/\d+)(?=\/|$)/.exec(pathOf(baseUrl, target))?.[0];
  if (!repository) return undefined;
  const name = await read(repository, fullName);
  if (!name) return undefined;
  return fail(
    'NOT_FOUND_RESOURCE',
    {
      resource_type: 'repository',
      ...(request.resource?.id && { resource_id: request.resource.id }),
      http_status: status,
      may_be_hidden: false,
    },
    {
      message: `The repository has moved to '${name}'`,
      hint: `Repeat the call with '${name}' if that is the repository you mean.`,
      similar: [{ ref: name, role: 'repository' }],
    },
  );
};

const pathOf = (baseUrl: string, target: string): string => target.slice(baseUrl.length).split(/[?#]/, 1)[0] ?? '';
