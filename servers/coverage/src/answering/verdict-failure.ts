import type { JsonObject, NextAction } from '@recourse/contract';
import type { Verdict } from '../policy/index.ts';
import type { Provenance } from '../measuring/provenance.ts';
import { registry } from '../codes.ts';
import { asJson, refuseWith } from '../refused.ts';
import type { Refused } from '../refused.ts';
import { fence } from '../untrusted/fence.ts';
import { showText } from '../untrusted/show-text.ts';
import { adviceForEmpty } from './refuse-empty.ts';
import type { UncoveredRow } from './rows.ts';

export interface FailedVerdict {
  readonly verdict: Verdict;
  readonly provenance: Provenance;
  readonly uncovered: readonly UncoveredRow[];
  readonly nextCursor: string | undefined;
  readonly next: readonly NextAction[];
}

/** Builds the failure: the first problem gives the code, the others and the provenance go into the details. */
export const verdictFailure = ({ verdict, provenance, uncovered, nextCursor, next }: FailedVerdict): Refused => {
  const [first, ...rest] = verdict.problems;
  if (!first) throw new Error('A failed verdict must have problems');
  const also = rest.map(({ code, details }) => ({ code, error: shown(registry.fail(code, details as never).message) }));
  const facts =
    first.code === 'OP_DOMAIN_UNKNOWN'
      ? {}
      : {
          overall_percent: verdict.overall.percent,
          provenance: asJson(provenance),
          untrusted: asJson(fence('/failing/*/subject', '/subject', '/domain', '/uncovered/*/file')),
          ...(also.length > 0 && { also }),
          ...(uncovered.length > 0 && { uncovered: uncovered.map(({ file, lines }) => ({ file, lines })) }),
          ...(nextCursor !== undefined && { next_cursor: nextCursor }),
        };
  const similar = first.similar?.map((ref) => ({ ref, role: 'domain' }));
  return refuseWith(
    { code: first.code, details: { ...shownDetails(first.details), ...facts } },
    {
      ...(next.length > 0 && hasDebt.has(first.code) && { next_actions: next }),
      ...(similar && { similar }),
      ...(first.code === 'OP_NOTHING_MEASURED' && adviceForEmpty(provenance)),
    },
  );
};

/** Codes for which debt shows where lines are missing. */
const hasDebt: ReadonlySet<string> = new Set(['OP_BELOW_THRESHOLD', 'OP_RATCHET_VIOLATED']);

const shown = (text: string): string => showText(text, 500);

/** Escapes text that comes from the repository. */
const shownDetails = (details: object): JsonObject =>
  JSON.parse(JSON.stringify(details), (_, value: unknown) =>
    typeof value === 'string' ? showText(value) : value,
  ) as JsonObject;
