import type { Json, JsonObject } from '@recourse/contract';
import { isJsonObject } from '@recourse/contract';
import { hasHiddenCharacters } from '@recourse/contract/hidden-characters';
import type { Case } from './case.ts';
import { secret } from './projects/build.ts';
import type { BuiltProject } from './projects/build.ts';
import type { Answer, ServedProject } from './serve.ts';

/** By its plan, by what it does, or by taking the advice of its refusal. */
export type Way = 'planned' | 'executed' | 'followed';

/** The result of one case, judged in one way. */
export interface Finding {
  readonly case: Case;
  readonly way: Way;
  /** Undefined if everything is as it must be. */
  readonly miss: string | undefined;
  /** Undefined if the call itself failed. */
  readonly answer?: Answer | undefined;
}

/** Sends a case, and says what is wrong with the answer or with what it did. */
export const judge = async (
  given: Case,
  way: Way,
  { served, project }: { readonly served: ServedProject; readonly project: BuiltProject },
): Promise<Finding> => {
  const input = place(given.input, project);
  const answer = await served
    .call(given.tool, way === 'planned' ? asPlanned(given.tool, input) : input)
    .catch((error: unknown) => `the call itself failed: ${String(error)}`);
  const miss = typeof answer === 'string' ? answer : (problem(given, answer, way) ?? harm(answer, project));
  return { case: given, way, miss, answer: typeof answer === 'string' ? undefined : answer };
};

/** A check that would run tests shows its plan instead. */
export const asPlanned = (tool: string, input: JsonObject): JsonObject =>
  tool === 'check' && input['fromProfile'] !== true ? { dryRun: true, ...input } : input;

const problem = (given: Case, { isError, code, value, text }: Answer, way: Way): string | undefined => {
  if (given.kind === 'hostile') {
    if (!isError) return `let through: ${text.slice(0, 600)}`;
    if (code !== given.code) return `refused with ${code ?? 'no code'} instead of ${given.code}: ${text.slice(0, 300)}`;
    const missing = ['error', 'summary', 'remediation'].find((field) => typeof value[field] !== 'string');
    return missing === undefined ? undefined : `the refusal has no ${missing}`;
  }
  if (isError) return `an honest input failed with ${code ?? 'no code'}: ${text.slice(0, 600)}`;
  if (way === 'executed' || given.plan.length === 0) return undefined;
  const { plan } = value;
  const words = isJsonObject(plan) && Array.isArray(plan['arguments']) ? plan['arguments'] : [];
  const absent = given.plan.find((word) => !words.includes(word));
  return absent === undefined ? undefined : `the plan lacks ${absent}: ${JSON.stringify(words)}`;
};

/** Finds harm that no answer may do: an escape, a secret, or hidden characters. */
const harm = ({ text, value }: Answer, project: BuiltProject): string | undefined => {
  const escapes = project.escapes();
  if (escapes.length > 0) return `escaped: ${escapes.join(', ')}`;
  if (text.includes(secret)) return 'the answer holds a secret';
  return hasHiddenCharacters(JSON.stringify(value)) ? 'the answer holds characters that nobody sees' : undefined;
};

/** Puts the folders of a project in. Built from JSON, so that a key such as `__proto__` stays a key. */
export const place = (input: JsonObject, { root, outside, beside }: BuiltProject): JsonObject => {
  const folders: Readonly<Record<string, string>> = { '{root}': root, '{outside}': outside, '{beside}': beside };
  const text = JSON.stringify(input).replaceAll(/\{(?:root|outside|beside)\}/g, (name) => folders[name] ?? name);
  const parsed: Json = JSON.parse(text) as Json;
  return isJsonObject(parsed) ? parsed : {};
};
