import type { FlagRule, ShortForms } from './flag-rule.ts';

/** One flag of an argument, with the value that the argument has for it. */
export interface SplitFlag {
  readonly rule: FlagRule;
  readonly name: string;
  readonly value?: string;
}

/**
 * The flags that an argument consists of: `--flag`, `--flag=value`, `-f value` sent as one argument, and short ones
 * together where the runner reads them so. None where any part of it is on no list.
 */
export const splitFlag = (
  argument: string,
  rules: readonly FlagRule[],
  shortForms: ShortForms = { clusters: false, attached: [] },
): readonly SplitFlag[] => {
  const whole = findRule(argument, rules);
  if (whole) return [{ rule: whole, name: argument }];
  const [, name = argument, mark, rest = ''] = /^([^=\s]+)([=\s])([^]*)$/.exec(argument) ?? [];
  const named = mark === undefined ? undefined : findRule(name, rules);
  if (named) return [{ rule: named, name, value: mark === '=' ? rest : unquote(rest.trim()) }];
  const attached = shortForms.attached.find((short) => argument.startsWith(short));
  const owner = attached === undefined ? undefined : findRule(attached, rules);
  if (owner && attached !== undefined) return [{ rule: owner, name: attached, value: argument.slice(attached.length) }];
  return shortForms.clusters && /^-[A-Za-z]{2,8}$/.test(argument) ? splitCluster(argument, rules) : [];
};

const splitCluster = (argument: string, rules: readonly FlagRule[]): readonly SplitFlag[] => {
  const flags = [...argument.slice(1)].map((letter) => ({ name: `-${letter}`, rule: findRule(`-${letter}`, rules) }));
  return flags.flatMap(({ name, rule }) => (rule && !rule.value ? [{ rule, name }] : [])).length === flags.length
    ? flags.flatMap(({ name, rule }) => (rule ? [{ rule, name }] : []))
    : [];
};

const findRule = (name: string, rules: readonly FlagRule[]): FlagRule | undefined =>
  rules.find(({ names }) => names.includes(name));

/** Whoever sends a flag and its value as one argument may have quoted the value as for a shell. */
const unquote = (value: string): string => /^(["'])([^]*)\1$/.exec(value)?.[2] ?? value;
