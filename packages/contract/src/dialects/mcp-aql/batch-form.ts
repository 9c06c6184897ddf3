import type { Success } from '../../failures/outcome.ts';
import { isJsonObject } from '../../json.ts';
import type { Json, JsonObject } from '../../json.ts';

/** Renders a batch that succeeded: `data: null`, one result for each operation, and a summary. */
export const renderBatch = ({ batch, value }: Success): JsonObject | undefined => {
  if (!batch || !isJsonObject(value) || !Array.isArray(value['results'])) return undefined;
  const { results, ...summary } = value;
  return { data: null, results: (results as readonly Json[]).map(renderResult), summary };
};

const renderResult = (item: Json): Json => {
  if (!isJsonObject(item)) return item;
  const { value = null, ...place } = item;
  return { ...place, result: { success: true, data: value } };
};

/** Reads what `renderBatch` wrote. Undefined if a message is not a batch that succeeded. */
export const parseBatch = ({ data, results, summary }: JsonObject): JsonObject | undefined => {
  if (data !== null || !Array.isArray(results) || !isJsonObject(summary)) return undefined;
  const values = (results as readonly Json[]).map(parseResult);
  return values.every((value) => value !== undefined) ? { ...summary, results: values } : undefined;
};

const parseResult = (item: Json): JsonObject | undefined => {
  const { result, ...place } = isJsonObject(item) ? item : {};
  if (!isJsonObject(result) || result['success'] !== true || result['data'] === undefined) return undefined;
  return { ...place, value: result['data'] };
};
