import type { FoundIssue } from '@recourse/runs';
import type { PageProse, Prose } from '../../model/prose.ts';
import type { GateDefinition } from '../define-gate.ts';
import { skip } from '../findings.ts';
import { issueCodes } from '../issue-codes.ts';

/** Reports pages that a language model was to introduce and that stayed as they were drafted. */
export const proseGate: GateDefinition = {
  name: 'prose',
  needs: ['prose.json/*'],
  limits: { local: 30, ci: 60, prod: 60 },
  look: async ({ config, artifacts }) => {
    if (!config.llm) return skip('The run uses no language model');
    const issues: FoundIssue[] = [];
    for (const section of artifacts.scopes('prose.json')) {
      const { pages } = await artifacts.json<Prose>('prose.json', section);
      issues.push(...pages.flatMap(issuesOf));
    }
    return { issues };
  },
};

const issuesOf = ({ path, failed, reason = 'unknown', withheld }: PageProse): readonly FoundIssue[] => {
  const missing: FoundIssue = {
    code: issueCodes.proseMissing,
    severity: 'warn',
    message: `'${path}' has no text from the language model: ${reasons[reason] ?? reason}`,
    path,
    rule: reason,
  };
  const kept: FoundIssue = {
    code: issueCodes.claimWithheld,
    severity: 'info',
    message: `${withheld} claim(s) of '${path}' were not sent to the language model, because they, or claims from the same lines, look like instructions to a model`,
    path,
  };
  return [...(failed ? [missing] : []), ...(withheld > 0 ? [kept] : [])];
};

const reasons: Readonly<Record<string, string>> = {
  connection: 'the endpoint could not be reached',
  timeout: 'the endpoint did not respond in time',
  unavailable: 'the endpoint returned a server error',
  rate_limited: 'the endpoint is limiting the rate of requests',
  circuit_open: 'requests to the endpoint are paused, because too many have failed',
  rejected: 'the endpoint rejected the request',
  invalid_response: 'the response of the endpoint is not a chat completion',
  too_large: 'the response was too large',
  endpoint_not_allowed: 'the operator does not allow this endpoint (LAUNCH_LLM_ENDPOINTS)',
  key_not_allowed: 'the operator does not allow this key for this endpoint (LAUNCH_LLM_ENDPOINTS)',
  key_missing: 'the environment variable named in api_key_env is not set',
  refused: 'the model declined the request',
  truncated: 'the response was cut off at max_tokens',
  invalid_output: 'the response was not the requested JSON',
  no_sentences: 'the response had no sentences',
  unsupported: 'no sentence in the response follows from its claims',
};
