import type { CallFacts, Dialect } from '../dialects/dialect.ts';
import { recourse } from '../dialects/recourse/index.ts';
import { bodyText } from '../dialects/with-meta.ts';
import type { Outcome } from '../failures/outcome.ts';
import { failureMetaKey, lineOf, toCallToolResult } from './call-tool-result.ts';

/** The members that a wire adds to every result and to its `_meta`, written once, as JSON. */
export interface ResultAdditions {
  /** Such as `"resultType":"complete"`. */
  readonly members: string;
  /** Such as `"example.org/server":"tickets"`. */
  readonly meta: string;
}

/**
 * The result of `tools/call` as JSON: the same as `toCallToolResult`, for a wire that writes it at once. The envelope
 * occurs in a result two or three times and is rendered only once.
 */
export const callToolResultText = (
  outcome: Outcome,
  dialect: Dialect = recourse,
  facts?: CallFacts,
  additions?: ResultAdditions,
): string => {
  if (outcome.ok && (outcome.content || outcome.contentOnly)) {
    const text = JSON.stringify(toCallToolResult(outcome, dialect, facts));
    return additions ? `${text.slice(0, -1)},${additions.members},"_meta":{${additions.meta}}}` : text;
  }
  const body = bodyText(dialect.body(outcome, facts));
  const text = (outcome.ok ? undefined : lineOf(outcome, dialect, facts)) ?? body;
  const result = `{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${body}`;
  const members = additions ? `,${additions.members}` : '';
  if (outcome.ok) return `${result}${members}${additions ? `,"_meta":{${additions.meta}}` : ''}}`;
  const canonical = dialect === recourse ? '' : `"${failureMetaKey}":${bodyText(recourse.render(outcome, facts))}`;
  const meta = [canonical, additions?.meta ?? ''].filter((member) => member !== '').join(',');
  return `${result},"isError":true${members}${meta === '' ? '' : `,"_meta":{${meta}}`}}`;
};
