import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '@recourse/contract';
import { unknownCaller } from '@recourse/engine/front-door';
import { payloadTooLarge } from '../rpc/refusals.ts';
import { answerFailure } from '../wire/http/answer.ts';
import { ApprovalsEndpoint } from '../wire/rest/approvals-endpoint.ts';
import type { Answering } from './answering.ts';
import { callerOf } from './caller.ts';
import type { HttpDoorOptions } from './http-door-options.ts';
import { readBody } from './read-body.ts';
import { forbidden, noApprovals, wrongMethod } from './refusals.ts';
import type { ApprovalsTarget } from './router.ts';

/** Serves `/approvals` to approvers, who identify themselves with a key, local ones too. */
export class ApprovalsPaths {
  readonly #options: HttpDoorOptions;
  readonly #answering: Answering;

  constructor(options: HttpDoorOptions, answering: Answering) {
    this.#options = options;
    this.#answering = answering;
  }

  async serve(target: ApprovalsTarget, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { servers, approvals, callers, limits } = this.#options;
    const [server] = servers;
    const caller = callerOf(request, callers, false);
    const answerRefusal = (failure: Failure, headers = {}): void =>
      answerFailure(response, failure, { accept: request.headers.accept, headers });
    if (!approvals || !server) {
      const failure = noApprovals();
      server?.recordRefusal({ failure, caller });
      return answerRefusal(failure);
    }
    const refuse = (failure: Failure, headers = {}): void => {
      server.recordRefusal({ failure, caller, tool: 'approvals' });
      answerRefusal(failure, headers);
    };
    const principal = caller.key === undefined ? undefined : await server.identify(caller);
    if (!principal) return refuse(unknownCaller(caller), { 'www-authenticate': 'Bearer' });
    if (principal.role !== 'approver') {
      return refuse(
        forbidden('this key does not belong to an approver', 'Ask the operator for the key of an approver.'),
      );
    }
    const endpoint = new ApprovalsEndpoint(approvals, refuse);
    const { id, verb } = target;
    const allow = verb === undefined ? 'GET' : 'POST';
    if (request.method !== allow) return refuse(wrongMethod(allow), { allow });
    if (id === undefined) return endpoint.list(response);
    if (verb === undefined) return endpoint.show(response, id);
    readBody(request, limits.bodyBytes, (body) => {
      if (body.kind === 'broken') return void response.destroy();
      if (body.kind === 'too large') return refuse(payloadTooLarge(body.length, limits.bodyBytes));
      const deciding = { id, verb, approver: principal.id, bytes: body.bytes };
      this.#answering.watch(endpoint.decide(response, deciding), response);
    });
  }
}
