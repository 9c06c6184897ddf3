import { coreRegistry } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import type { UpstreamRequest } from '../request.ts';
import type { UpstreamAnswer } from './answer.ts';
import { failWithKnown } from './fail-with-known.ts';
import type { LooseFail } from './fail-with-known.ts';
import { tellAnswer } from './tell-answer.ts';
import type { Told } from './tell-answer.ts';

/** Turns an answer that is not a success into a failure, by status and headers, never by the wording of its body. */
export const classifyAnswer = (answer: UpstreamAnswer, request: UpstreamRequest, now = Date.now()): Failure =>
  failByTable(tellAnswer(answer, request, { now }), coreRegistry.fail as LooseFail);

/** The failure that the table of statuses makes of an answer. */
export const failByTable = ({ code, details, options }: Told, fail: LooseFail): Failure =>
  failWithKnown(fail, code, [details], options) ?? fail(code, {}, options);
