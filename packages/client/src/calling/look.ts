import { isFailure, isJsonObject } from '@recourse/contract';
import { loadDialect } from '@recourse/contract/dialects';
import type { DialectName } from '@recourse/contract';
import type { Reading } from '../reading/reading.ts';
import type { Looked } from '../strategies/strategy.ts';
import type { Answer } from './answer.ts';

/** The result of a call that was made in addition to the caller's own. */
export const lookedAt = async (
  answer: Answer,
  reading: Reading | undefined,
  { reads, dialect }: { readonly reads: boolean; readonly dialect: DialectName | undefined },
): Promise<Looked> => {
  const result = 'result' in answer && isJsonObject(answer.result) ? answer.result : {};
  const content = Array.isArray(result['content']) ? result['content'].filter(isJsonObject) : [];
  if (reading) return { ok: false, inDoubt: !reads && reading.failure.effect !== 'none', content, value: undefined };
  return { ok: true, inDoubt: false, content, value: await valueOf(result, content, dialect) };
};

/** The value of a success, without the fields that its dialect adds. */
const valueOf = async (
  result: Readonly<Record<string, unknown>>,
  content: readonly Readonly<Record<string, unknown>>[],
  dialect: DialectName | undefined,
): Promise<unknown> => {
  const body = isJsonObject(result['structuredContent']) ? result['structuredContent'] : parsed(content[0]?.['text']);
  const outcome = dialect === undefined ? undefined : (await loadDialect(dialect)).parse(body);
  return outcome && !isFailure(outcome) ? outcome.value : body;
};

const parsed = (text: unknown): unknown => {
  if (typeof text !== 'string' || text.length > 1_048_576) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
