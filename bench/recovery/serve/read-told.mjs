import { mapAnswers } from './map-answers.mjs';

/**
 * Reads the first wording of `told.mjs` back into data, by patterns that were written with its sentences at hand. An
 * answer with another beginning is left as it is.
 *
 * @type {(inner: any) => any}
 */
export const readingTold = (inner) =>
  mapAnswers(inner, (result) => {
    const body = readTold(result.content?.[0]?.text ?? '');
    return body ? { ...result, structuredContent: body } : result;
  });

/** @type {Readonly<Record<string, string>>} */
const effects = {
  'Nothing was done.': 'none',
  'A part of it was done.': 'partial',
  'It is not known whether it was done.': 'unknown',
  'It was done.': 'complete',
};

/** @type {(text: string) => any} */
const readTold = (text) => {
  const head = /^([^]*?) \(([A-Z][A-Z\d_]+)\)\.\n/.exec(text);
  if (!head) return undefined;
  /** @type {any} */
  const body = { ok: false, code: head[2], error: head[1] };
  for (const line of text.slice(head[0].length).split('\n')) readLine(line, body);
  return body;
};

/** @type {(line: string, body: any) => void} */
const readLine = (line, body) => {
  if (line in effects) body.effect = effects[line];
  else if (line === 'The same call can succeed later.') body.retryable = true;
  else if (line === 'The same call does not succeed by itself.') body.retryable = false;
  const recovery = /^The way out is: (\w+)\.$/.exec(line);
  if (recovery) body.recovery = recovery[1];
  const wait = /^Wait (\S+) s before the next call\.$/.exec(line);
  if (wait) body.retry_after_ms = Math.round(Number(wait[1]) * 1_000);
  const action = /^You can call (\S+) with (\{.*?\}): (.*)$/.exec(line);
  if (action) (body.next_actions ??= []).push(actionOf(action[1], JSON.parse(action[2]), action[3]));
  const similar = /^The (\w+) (".*") is close to what was sent\.$/.exec(line);
  if (similar) (body.similar ??= []).push({ ref: JSON.parse(similar[2]), role: similar[1] });
  const detail = /^Its (\/\S+) is (.*)\.$/.exec(line);
  if (detail) body.details = setLeaf(body.details, detail[1].split('/').slice(1), JSON.parse(detail[2]));
};

/** @type {(tool: string, args: unknown, rest: string) => any} */
const actionOf = (tool, args, rest) => {
  const found = /^(.*?)(?: It was done if (\S+) is (.*?)\.)?( Others can cause the same\.)?$/.exec(rest);
  const [, why, pointer, equals, resembles] = found ?? [];
  return {
    tool,
    arguments: args,
    why,
    ...(pointer !== undefined && { applied_when: { pointer, equals: JSON.parse(equals) } }),
    ...(resembles !== undefined && { resembles: true }),
  };
};

/** @type {(tree: any, path: readonly string[], value: unknown) => any} */
const setLeaf = (tree, [name, ...rest], value) => {
  if (name === undefined) return value;
  const isList = /^\d+$/.test(name);
  const copy = isList ? [...(tree ?? [])] : { ...tree };
  copy[/** @type {any} */ (name)] = setLeaf(copy[/** @type {any} */ (name)], rest, value);
  return copy;
};
