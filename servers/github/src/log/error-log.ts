import { isJsonObject } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { renderLogLine } from '@recourse/contract/dialects/jsonrpc';
import type { LogFacts } from '@recourse/contract/dialects/jsonrpc';
import type { Server } from '@recourse/engine';

/** Writes the contract's line for every failure of a server: of a stage, a handler or a front door. */
export const withErrorLog = (server: Server, write: (line: string) => void): Server => {
  const log = (failure: Failure, tool: unknown, args: unknown): void =>
    write(renderLogLine(failure, factsOf(failure, tool, args)));
  const call: Server['call'] = async (request) => {
    const outcome = await server.call(request);
    // A confirmation is logged as the call that it made.
    if (!outcome.ok) log(outcome, server.facts(outcome, request, server.now()).tool, request.arguments);
    return outcome;
  };
  return {
    ...server,
    call,
    respond: async (request) => {
      const startedAt = server.now();
      return server.render(await call(request), request, startedAt);
    },
    recordRefusal: (refusal) => {
      log(refusal.failure, refusal.tool, undefined);
      server.recordRefusal(refusal);
    },
  };
};

/** The facts of a call, from its arguments or, where they have none, as in a confirmation, from the failure. */
const factsOf = ({ subject, details }: Failure, tool: unknown, args: unknown): LogFacts => {
  const given = isJsonObject(args) ? args : {};
  const [about = '', number] = subject?.id.split('#') ?? [];
  const [owner, repo] = (text(given['repo']) ?? about).split('/');
  const pr = given['prNumber'] ?? (number === undefined ? undefined : Number(number));
  const sha = text(given['sha']) ?? text(details?.['head_sha']) ?? text(details?.['actual_sha']);
  const state = text(details?.['mergeable_state']);
  return {
    tool: text(tool) ?? '-',
    ...(owner && { owner }),
    ...(repo && { repo }),
    ...(typeof pr === 'number' && { pr }),
    ...(sha !== undefined && { sha }),
    ...(state !== undefined && { mergeable_state: state }),
  };
};

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
