import type { ServerResponse } from 'node:http';
import { fail, isJsonObject } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import { decode } from '../../rpc/refusals.ts';
import { answer } from '../http/answer.ts';
import type { ApprovalDesk, ApprovalDecision, ApprovalResult } from './approval-desk.ts';

const longestText = 500;

/** `/approvals`: waiting calls, for approvers. Sensitive arguments are masked. */
export class ApprovalsEndpoint {
  readonly #desk: ApprovalDesk;
  readonly #refuse: (failure: Failure) => void;

  /** `refuse` answers and records a refusal. */
  constructor(desk: ApprovalDesk, refuse: (failure: Failure) => void) {
    this.#desk = desk;
    this.#refuse = refuse;
  }

  async list(response: ServerResponse): Promise<void> {
    answer(response, 200, JSON.stringify({ approvals: await this.#desk.list() }));
  }

  async show(response: ServerResponse, id: string): Promise<void> {
    const found = await this.#desk.find(id);
    if (found) return answer(response, 200, JSON.stringify(found));
    this.#refuse(notWaiting(id));
  }

  async decide(response: ServerResponse, { id, verb, approver, bytes }: Deciding): Promise<void> {
    const texts = textsIn(bytes, verb);
    if ('code' in texts) return this.#refuse(texts);
    const decision: ApprovalDecision = { decided_by: approver, via: 'key', ...texts };
    const result = await this.#desk[verb](id, decision);
    if (result === 'approved' || result === 'denied') {
      return answer(response, 200, JSON.stringify({ ok: true, id, result, decided_by: approver, ...texts }));
    }
    this.#refuse(refusalOf(result, id));
  }
}

interface Deciding {
  readonly id: string;
  readonly verb: 'approve' | 'deny';
  /** The principal of the approver's key. */
  readonly approver: string;
  readonly bytes: Buffer;
}

/** Reads `{note?, reason?}`; an empty body has neither. Only a denial has a reason. */
const textsIn = (bytes: Buffer, verb: 'approve' | 'deny'): Pick<ApprovalDecision, 'note' | 'reason'> | Failure => {
  if (bytes.length === 0) return {};
  const allowed = verb === 'deny' ? ['note', 'reason'] : ['note'];
  const text = decode(bytes);
  if (typeof text !== 'string') return text.failure;
  const body = parse(text);
  const isValid =
    isJsonObject(body) && Object.entries(body).every(([key, value]) => allowed.includes(key) && isShown(value));
  if (isValid) return body;
  const expected = `a JSON object with no fields except ${allowed.join(' and ')}, each a string of 1 to ${longestText} visible characters`;
  return fail('VALIDATION_MALFORMED_REQUEST', { reason: 'the body is not a valid decision', expected });
};

const isShown = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length <= longestText && !hasHiddenCharacters(value);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const refusalOf = (result: Exclude<ApprovalResult, 'approved' | 'denied'>, id: string): Failure => {
  switch (result) {
    case 'unknown':
      return notWaiting(id);
    case 'own':
      return fail(
        'PERMISSION_DENIED',
        { reason: 'callers cannot approve their own calls', http_status: 403 },
        { hint: 'Ask another approver to decide about this call.' },
      );
    case 'decided':
    case 'used':
    case 'expired':
      return fail(
        'CONFLICT_VERSION_MISMATCH',
        { resource_id: id, expected_version: 'waiting', actual_version: result },
        { message: `The call '${id}' is no longer waiting: ${result}`, hint: 'List the waiting calls again.' },
      );
  }
};

const notWaiting = (id: string): Failure =>
  fail('NOT_FOUND_RESOURCE', { resource_type: 'approval', resource_id: id }, { hint: 'List the waiting calls again.' });
