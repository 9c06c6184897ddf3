import { fail } from '@recourse/contract';
import type { Failure } from '@recourse/contract';
import { cleanText, readMissingScope, readSaid } from '@recourse/upstream';
import type { HeaderSource, UpstreamAnswer } from '@recourse/upstream';

/** Why a token is not enough, and what it lacks, as far as the headers say so. */
export const permissionFailure = (answer: UpstreamAnswer): Failure => {
  const said = readSaid(answer);
  const { headers, status } = answer;
  const authorizeUrl = singleSignOnUrl(headers);
  const scope = readMissingScope(headers);
  return fail(
    'PERMISSION_DENIED',
    {
      ...(said.upstream_error && { reason: said.upstream_error }),
      ...said,
      ...(scope && { required_scope: scope }),
      ...(authorizeUrl && { authorize_url: authorizeUrl }),
    },
    hintOf(status, authorizeUrl),
  );
};

const hintOf = (status: number, authorizeUrl: string | undefined): { readonly hint?: string } => {
  if (status === 401)
    return { hint: 'Ask a person for a valid token: the server has none, or it is wrong or expired.' };
  return authorizeUrl
    ? { hint: 'Ask a person to authorise the token for the organisation at authorize_url, then repeat the call.' }
    : {};
};

/** `required; url=https://…` in X-GitHub-SSO: the organisation wants the token authorised there. */
const singleSignOnUrl = (headers: HeaderSource): string | undefined => {
  const url = /^required;\s*url=(\S+)$/.exec(headers.get('x-github-sso')?.trim() ?? '')?.[1];
  return url && url.startsWith('https://') && URL.canParse(url) ? cleanText(url) : undefined;
};
