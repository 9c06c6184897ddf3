import type { FlagRule, ShortForms } from './flag-rule.ts';

/** One flag of an argument, with the value that the argument has for it. */
export interface SplitFlag {
  readonly rule: FlagRule;
  readonly name: string;
  readonly value?: string;
}

/**
 * The flags that an argument consists of: `--flag`, `--flag=value`, `-f value` sent as one argument, and short ones
 * together where the runner reads them so. None if any part of it is on no list.
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
  if (named) return [{ rule: named, name, value: unquote(mark === '=' ? rest : rest.trim()) }];
  const attached = shortForms.attached.map((short) => splitAttached(argument, short, rules)).find(Boolean);
  if (attached) return [attached];
  return shortForms.clusters && /^-[A-Za-z]{2,8}$/.test(argument) ? splitCluster(argument, rules) : [];
};

/** A value of another form means that this is no such flag, but a longer one with the same beginning. */
const splitAttached = (argument: string, short: string, rules: readonly FlagRule[]): SplitFlag | undefined => {
  const rule = argument.startsWith(short) ? findRule(short, rules) : undefined;
  const value = argument.slice(short.length);
  if (!rule?.value || (rule.value.kind === 'text' && !rule.value.pattern.test(value))) return undefined;
  return { rule, name: short, value };
};

const splitCluster = (argument: string, rules: readonly FlagRule[]): readonly SplitFlag[] => {
  const names = argument
    .slice(1)
    .split('')
    .map((letter) => `-${letter}`);
  const flags = names.flatMap((name) => {
    const rule = findRule(name, rules);
    return rule && !rule.value ? [{ rule, name }] : [];
  });
  return flags.length === names.length ? flags : [];
};

const findRule = (name: string, rules: readonly FlagRule[]): FlagRule | undefined =>
  rules.find(({ names }) => names.includes(name));

/** Callers that send a flag and its value as one argument may have quoted the value as for a shell. */
const unquote = (value: string): string => /^(["'])([^]*)\1$/.exec(value)?.[2] ?? value;
