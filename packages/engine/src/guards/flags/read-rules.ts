import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import type { ValueForm } from './flag-rule.ts';

/** A rule as the guard uses it, from options that may have come out of a schema file. */
export interface ReadRule {
  readonly value?: JsonObject;
  readonly forms: ReadonlySet<ValueForm>;
  readonly optional: boolean;
}

export interface ReadRules {
  readonly byFlag: ReadonlyMap<string, ReadRule>;
  /** The flags as their rules name them, for the advice. */
  readonly flags: readonly string[];
  readonly positional?: JsonObject;
  readonly separator: boolean;
}

const forms: readonly ValueForm[] = ['equals', 'next', 'attached'];

/** Throws on invalid rules: a guard that cannot read them must not let anything through. */
export const readRules = (options: JsonObject): ReadRules => {
  const { allow, positional } = options;
  if (!Array.isArray(allow)) throw new TypeError('A flag guard needs a list of allowed flags');
  const byFlag = new Map<string, ReadRule>();
  const flags: string[] = [];
  for (const rule of allow as readonly Json[]) {
    const [names, read] = readRule(rule);
    flags.push(...names.slice(0, 1));
    for (const name of names) byFlag.set(name, read);
  }
  return {
    byFlag,
    flags,
    ...(isJsonObject(positional) && { positional }),
    separator: options['separator'] === true,
  };
};

const readRule = (rule: Json): readonly [readonly string[], ReadRule] => {
  if (typeof rule === 'string') return [[flagName(rule)], { forms: new Set(), optional: true }];
  if (!isJsonObject(rule) || !isJsonObject(rule['value']))
    throw new TypeError('A flag rule must have a flag and a value');
  const { flag, aliases = [], value, forms: given = ['equals'], optional } = rule;
  const names = [flag, ...(Array.isArray(aliases) ? (aliases as readonly Json[]) : [])].map(flagName);
  const allowed = forms.filter((form) => Array.isArray(given) && given.includes(form));
  return [names, { value, forms: new Set(allowed), optional: optional === true }];
};

const flagName = (name: Json | undefined): string => {
  if (typeof name !== 'string' || !/^-{1,2}[^-\s=][^\s=]*$/.test(name)) {
    throw new TypeError('A flag must be one or two hyphens followed by a name');
  }
  return name;
};
