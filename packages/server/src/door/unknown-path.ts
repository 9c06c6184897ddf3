import { fail, findSimilar } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { Server } from '@recourse/engine';

/** Refuses a path that leads nowhere, with the nearest paths. */
export type UnknownPath = (path: string) => Failure;

export const createUnknownPath = (servers: readonly Server[]): UnknownPath => {
  const paths = Object.freeze([
    '/mcp',
    '/codes',
    '/approvals',
    '/healthz',
    '/readyz',
    ...servers.flatMap(({ name }) => [`/${name}/mcp`, `/${name}/tools`, `/${name}/openapi.json`]),
  ]);
  return (path) => {
    const shown = path.slice(0, longestShown);
    // The third segment is the name of a tool.
    const start = shown.split('/').slice(0, 3).join('/');
    const similar = findSimilar(start, paths, { role: 'path' });
    return fail(
      'NOT_FOUND_RESOURCE',
      { resource_type: 'path', resource_id: shown },
      { ...(similar.length > 0 && { similar }) },
    );
  };
};

const longestShown = 200;
