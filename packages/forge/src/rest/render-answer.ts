import { randomBytes } from 'node:crypto';
import type { Answer } from '../answers/answer.ts';
import { etagOf, matchesEtag } from '../answers/etag.ts';
import { docsRoot, type Refusal } from '../answers/refusal.ts';
import type { Actor } from '../identity/actor.ts';
import type { Bucket } from '../limits/limit-settings.ts';
import type { World } from '../world.ts';
import type { Route } from './route.ts';

export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly address: string;
  /** Read only when everything else lets the request in. */
  readonly body: () => Promise<unknown>;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** A refusal in GitHub's form: message, errors, documentation and the status once more. */
export function refusalAnswer(refusal: Refusal, route: Route | undefined): Answer {
  const { errors, headers = {}, documentation, more } = refusal.options;
  const docs = documentation ?? (route ? `${docsRoot}/${route.docs}` : docsRoot);
  return {
    status: refusal.status,
    headers,
    body: {
      message: refusal.message,
      ...(errors ? { errors } : {}),
      ...more,
      documentation_url: docs,
      status: String(refusal.status),
    },
  };
}

/** The headers that every answer has. */
export function headersFor(
  world: World,
  route: Route | undefined,
  actor: Actor | undefined,
  { requestId, caller, bucket }: { readonly requestId: string; readonly caller: string; readonly bucket: Bucket },
): Record<string, string> {
  const need = route && 'need' in route ? route.need : undefined;
  return {
    'x-github-request-id': requestId,
    'x-github-media-type': 'github.v3; format=json',
    'x-github-api-version-selected': '2022-11-28',
    'x-content-type-options': 'nosniff',
    vary: 'Accept, Authorization, Accept-Encoding, X-Requested-With',
    ...(actor?.token.kind === 'classic'
      ? {
          'x-oauth-scopes': actor.token.scopes.join(', '),
          'x-accepted-oauth-scopes': need ? 'repo' : route && 'scopes' in route ? (route.scopes ?? []).join(', ') : '',
        }
      : {}),
    ...(actor?.token.kind === 'fine-grained' && need ? { 'x-accepted-github-permissions': need.permission } : {}),
    ...world.limits.headers(caller, bucket, world.clock.nowMs()),
  };
}

/** The answer as it leaves; what the client has already leaves as 304. */
export function renderAnswer(
  request: ApiRequest,
  answer: Answer,
  own: Readonly<Record<string, string>>,
  freeOfCharge: () => Record<string, string>,
): ApiResponse {
  const { status } = answer;
  if (answer.body === undefined) return { status, headers: { ...own, ...answer.headers }, body: '' };
  const isText = typeof answer.body === 'string' || Buffer.isBuffer(answer.body);
  const body =
    typeof answer.body === 'string' || Buffer.isBuffer(answer.body) ? answer.body : JSON.stringify(answer.body);
  const headers = {
    ...own,
    ...(isText ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...answer.headers,
  };
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (!reads || status !== 200) return { status, headers, body };
  const etag = etagOf(body);
  const cached = { ...headers, etag, 'cache-control': 'private, max-age=60, s-maxage=60' };
  if (!matchesEtag(etag, request.headers['if-none-match'])) return { status, headers: cached, body };
  return { status: 304, headers: { ...cached, ...freeOfCharge() }, body: '' };
}

/** In the form that GitHub's support asks for. */
export function newRequestId(): string {
  const hex = randomBytes(16).toString('hex').toUpperCase();
  return [hex.slice(0, 4), hex.slice(4, 10), hex.slice(10, 17), hex.slice(17, 24), hex.slice(24, 32)].join(':');
}
