import type { Json, JsonObject } from '@recourse/contract';
import type { Handles } from '../../call/handles.ts';
import type { FieldGuard } from '../../fields/field-guard.ts';
import { fieldName, isSensitive } from '../../fields/field-pointer.ts';
import { codeHash } from '../../guards/code-hash.ts';
import { isGuardKind, refuse } from '../../guards/guard.ts';
import type { Finding, GuardKind, GuardSettings, Refusal, Verdict } from '../../guards/guard.ts';
import { judge, judgeList } from '../../guards/judge.ts';
import { expandPointer } from './expand-pointer.ts';
import type { Spot } from './expand-pointer.ts';

/** A refused value; `cause` is for the log, where the guard itself has failed. */
export interface Found {
  readonly finding: Finding;
  readonly cause?: unknown;
}

export interface Judged {
  readonly found: readonly Found[];
  readonly handles: Handles;
}

/** The rules by which the fields of an operation are judged. */
export interface FieldRules {
  readonly guards: readonly FieldGuard[];
  /** Fields whose values are not repeated. */
  readonly sensitive: readonly string[];
  readonly settings: GuardSettings;
}

interface Judgement extends Spot {
  readonly verdict: Verdict;
  readonly cause?: unknown;
}

/** Enough to repair a call by; a hostile one gains nothing from more. */
const mostFindings = 20;
const longestEcho = 200;

/** Judges every guarded value of a call, and says all that is wrong with them. */
export const judgeFields = async (rules: FieldRules, args: JsonObject): Promise<Judged> => {
  const found: Found[] = [];
  const handles = new Map<string, unknown>();
  for (const guard of rules.guards) {
    const { kind } = guard;
    if (!isGuardKind(kind)) throw new TypeError(`No guard supports the kind '${kind}' of '${guard.pointer}'`);
    for (const spot of expandPointer(guard.pointer, args)) {
      if (found.length >= mostFindings) break;
      for (const { verdict, cause, ...where } of await judgeSpot(kind, guard, spot, rules)) {
        if (!verdict.ok) {
          found.push({ finding: describe(kind, verdict, where, rules), ...(cause !== undefined && { cause }) });
        } else if (verdict.handle !== undefined) handles.set(where.pointer, verdict.handle);
      }
    }
  }
  return { found: found.slice(0, mostFindings), handles };
};

const describe = (kind: GuardKind, refusal: Refusal, { pointer, value }: Spot, rules: FieldRules): Finding => {
  const { rule, reason } = refusal;
  const secret = isSensitive(pointer, rules.sensitive);
  // The hash of a short secret is as good as the secret.
  const hash = kind === 'code' && typeof value === 'string' && !secret ? { code_hash: codeHash(value) } : undefined;
  const more = { ...refusal.more, ...hash };
  return {
    kind,
    rule,
    param_name: fieldName(pointer),
    pointer,
    reason,
    ...(typeof value === 'string' && !secret && { value: value.slice(0, longestEcho) }),
    ...(Object.keys(more).length > 0 && { more }),
  };
};

const judgeSpot = async (
  kind: GuardKind,
  { pointer: pattern, options }: FieldGuard,
  spot: Spot,
  { guards, settings }: FieldRules,
): Promise<readonly Judgement[]> => {
  const { value, pointer } = spot;
  // Another branch of the schema has let these through, and they hold no text.
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return [];
  // A schema may allow one or many; the items are then guarded by a field of their own.
  if (typeof value !== 'string' && guards.some((other) => other.pointer.startsWith(`${pattern}/`))) return [];
  try {
    if (typeof value === 'string') return [{ ...spot, verdict: await judge(kind, value, options, settings) }];
    if (!isTexts(value)) return [{ ...spot, verdict: refuse('wrong_type', 'it is not a string') }];
    const verdicts = await judgeList(kind, value, options, settings);
    return verdicts.map((verdict, index) => ({ pointer: `${pointer}/${index}`, value: value[index] ?? '', verdict }));
  } catch (cause) {
    return [{ ...spot, verdict: refuse('unchecked', 'it could not be checked'), cause }];
  }
};

const isTexts = (value: Json): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
