import type { CodeOf, CodeSet } from '@recourse/contract';
import { launchCodes } from '@recourse/contract/registries';
import { runCodes } from '@recourse/runs';

const definitions = { ...launchCodes.definitions, ...runCodes.definitions };

/** The codes of the tools: those of the contract, and those of the run engine that it has no code for. */
export const toolCodes = { namespace: launchCodes.namespace, definitions } satisfies CodeSet;

type ToolCode = CodeOf<typeof toolCodes>;

/** Codes of requests, which no work on a run ends with. */
const ofRequests: ReadonlySet<string> = new Set<ToolCode>([
  'INVALID_INPUT',
  'ARTIFACT_NOT_FOUND',
  'IDEMPOTENCY_CONFLICT',
  'RATE_LIMITED',
  'UNAUTHENTICATED',
  'INTERNAL',
  'RUN_PIPELINE_UNKNOWN',
]);

const ofWork = Object.values(definitions)
  .filter(({ kind, code }) => kind === 'error' && !ofRequests.has(code))
  .map(({ code }) => code) as readonly Exclude<ToolCode, 'GATE_FAILED'>[];

/** Failures of reading a run. */
export const readErrors = ['RUN_NOT_FOUND', 'RUN_RECORD_BROKEN'] as const;

/** Failures of a tool that works on a run: its own, and those that a worker may end with. */
export const workErrors = [
  ...ofWork,
  'CONFLICT_OUTCOME_UNKNOWN',
  'INTERNAL_OUTPUT_INVALID',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
] as const;
