import type { ServerResponse } from 'node:http';
import { fail, findSimilar } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { CodeListing } from '@recourse/contract/stability';
import type { Server } from '@recourse/engine';
import { answer } from '../wire/http/answer.ts';

/** Answers `/` with the servers and the other paths. */
export const answerIndex = (response: ServerResponse, servers: readonly Server[]): void =>
  answer(
    response,
    200,
    JSON.stringify({
      servers: servers.map(({ name, version }) => ({
        name,
        version,
        mcp: `/${name}/mcp`,
        tools: `/${name}/tools`,
        openapi: `/${name}/openapi.json`,
      })),
      codes: '/codes',
      health: '/healthz',
      ready: '/readyz',
    }),
  );

/** Answers `/codes` with all codes of the servers, or with the one in the path. */
export const answerCodes = async (
  response: ServerResponse,
  { servers, code, refuse }: CodesQuestion,
): Promise<void> => {
  const { codes } = await listingOf(servers);
  if (code === undefined) return answer(response, 200, JSON.stringify({ codes }));
  const found = codes.find((listed) => listed.code === code);
  if (found) return answer(response, 200, JSON.stringify(found));
  const similar = findSimilar(
    code.slice(0, 64),
    codes.map((listed) => listed.code),
  );
  const details = { resource_type: 'code', resource_id: code.slice(0, 64) };
  const failure = fail('NOT_FOUND_RESOURCE', details, {
    ...(similar.length > 0 && { similar }),
  });
  refuse(failure);
};

interface CodesQuestion {
  readonly servers: readonly Server[];
  readonly code?: string | undefined;
  /** Answers and records a refusal. */
  readonly refuse: (failure: Failure) => void;
}

/** Codes may be added at run time, so they are listed for each request. */
const listingOf = async (servers: readonly Server[]): Promise<CodeListing> => {
  const { listDefinitions } = await import('@recourse/contract/stability');
  return listDefinitions([...new Set(servers.flatMap(({ registry }) => registry.list()))]);
};
