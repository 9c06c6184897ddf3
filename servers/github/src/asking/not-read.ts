import type { GitHubError } from '@recourse/github';

/** A part of an answer that GitHub did not let this token read, or could not give. */
export interface NotRead {
  readonly what: string;
  readonly code: string;
  readonly reason?: string;
}

/** Says which part is missing, and why. */
export const notRead = (what: string, { failure }: GitHubError): NotRead => {
  const reason = failure.details?.['upstream_error'];
  return { what, code: failure.code, ...(typeof reason === 'string' && { reason }) };
};

/** How the answer tells the caller. */
export const partlyRead = (parts: readonly NotRead[]) => ({
  parts: parts.map(({ what }) => what),
  not_read: parts.map((part) => ({ ...part })),
});
