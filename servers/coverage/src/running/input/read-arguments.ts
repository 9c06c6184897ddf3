import type { Rejection, RunnerName } from '../plan.ts';
import type { FlagRule, Meaning, ShortForms } from './flag-rule.ts';
import { isOptionLike, judgeCharacters, judgeLength, judgeMetacharacters } from './judge-text.ts';
import { judgeValue } from './judge-value.ts';
import { reject, rejectFlag } from './rejection.ts';
import { splitFlag } from './split-flag.ts';
import type { SplitFlag } from './split-flag.ts';

const longestArgument = 512;
const mostArguments = 64;

export interface ArgumentRules {
  readonly runner: RunnerName;
  readonly flags: readonly FlagRule[];
  readonly shortForms?: ShortForms;
  readonly root: string;
  /** Judges an argument that is not a flag. */
  readonly selection: (field: string, value: string) => Promise<readonly string[] | Rejection>;
}

/** The caller's arguments, each in our own spelling. */
export interface ReadArguments {
  readonly flags: readonly string[];
  readonly selection: readonly string[];
  readonly meanings: ReadonlyMap<Meaning, string>;
  readonly rejections: readonly Rejection[];
}

/**
 * Reads the arguments as the runner would, and keeps only what a rule allows. Nothing is passed on as it came: flags
 * are written again from their rule, so that no second spelling, bundle or abbreviation can mean something else.
 */
export const readArguments = async (
  given: readonly string[],
  name: string,
  rules: ArgumentRules,
): Promise<ReadArguments> => {
  const reading = new Reading(given.slice(0, mostArguments), name, rules);
  if (given.length > mostArguments) reading.tooMany(given.length);
  await reading.all();
  return {
    flags: [...reading.flags.values()].flat(),
    selection: reading.selection,
    meanings: reading.meanings,
    rejections: reading.rejections,
  };
};

class Reading {
  readonly flags = new Map<string, string[]>();
  readonly selection: string[] = [];
  readonly meanings = new Map<Meaning, string>();
  readonly rejections: Rejection[] = [];
  private index = 0;
  private readonly given: readonly string[];
  private readonly name: string;
  private readonly rules: ArgumentRules;

  constructor(given: readonly string[], name: string, rules: ArgumentRules) {
    this.given = given;
    this.name = name;
    this.rules = rules;
  }

  tooMany(sent: number): void {
    this.rejections.push(
      reject('INPUT_REJECTED_OTHER', {
        field: this.name,
        value: `${sent} arguments`,
        reason: `there are more than ${mostArguments} arguments`,
        remediation: `Send at most ${mostArguments} elements in ${this.name}.`,
      }),
    );
  }

  async all(): Promise<void> {
    let onlySelection = false;
    for (; this.index < this.given.length; this.index += 1) {
      const value = this.given[this.index] ?? '';
      if (value === '--' && !onlySelection) onlySelection = true;
      else await this.one(value, onlySelection);
    }
  }

  private async one(value: string, onlySelection: boolean): Promise<void> {
    const { field } = this;
    const unsafe = judgeText(field, value);
    if (unsafe) this.rejections.push(unsafe);
    if (isOptionLike(value)) {
      const split = splitFlag(value, this.rules.flags, this.rules.shortForms);
      // The name is judged anyway, so that the caller can fix both mistakes at once.
      if (split.length === 0) this.refuseFlag(value);
      else if (onlySelection) this.refuse(value, "a flag comes after '--'", `Send the flag before '--'.`);
      else if (!unsafe) for (const flag of split) await this.flag(value, flag);
    } else if (!unsafe) await this.select(value);
  }

  private async select(value: string): Promise<void> {
    const judged = await this.rules.selection(this.field, value);
    if ('code' in judged) this.rejections.push(judged);
    else this.selection.push(...judged);
  }

  private async flag(whole: string, { rule, name, value }: SplitFlag): Promise<void> {
    const { field } = this;
    if (!rule.value) {
      if (value === undefined) this.keep(rule, undefined);
      else this.refuse(whole, `'${name}' takes no value`, `Send '${name}' alone.`);
      return;
    }
    const next = value === undefined ? await this.next(whole, rule, name) : value;
    if (next === undefined) return;
    const { root, runner } = this.rules;
    const judged = await judgeValue(next, rule.value, { field, flag: name, root, runner });
    if (typeof judged === 'string' && rule.selects === true) await this.select(judged);
    else if (typeof judged === 'string') this.keep(rule, judged);
    else this.rejections.push(judged);
  }

  /** The value of a flag that has none in its own argument: the next one, or what standing alone means. */
  private async next(whole: string, rule: FlagRule, name: string): Promise<string | undefined> {
    const following = this.given[this.index + 1];
    if (rule.alone !== undefined) {
      if (following === undefined || !(await this.isValue(following, rule))) return rule.alone;
    } else if (following === undefined || isOptionLike(following)) {
      this.refuse(whole, `'${name}' needs a value`, `Send the value of '${name}' in the same argument: '${name}=…'.`);
      return undefined;
    }
    this.index += 1;
    const unsafe = judgeText(this.field, following);
    if (unsafe) this.rejections.push(unsafe);
    return unsafe ? undefined : following;
  }

  private async isValue(text: string, rule: FlagRule): Promise<boolean> {
    if (isOptionLike(text) || !rule.value) return false;
    const { root, runner } = this.rules;
    const context = { field: this.field, flag: rule.names[0], root, runner };
    return typeof (await judgeValue(text, rule.value, context)) === 'string';
  }

  private keep(rule: FlagRule, value: string | undefined): void {
    const [name] = rule.names;
    if (rule.redundant === true) return;
    if (rule.means) {
      this.meanings.set(rule.means, value ?? 'true');
      return;
    }
    const written = value === undefined ? name : `${name}${rule.attached === true ? '' : '='}${value}`;
    this.flags.set(name, rule.repeats === true ? [...(this.flags.get(name) ?? []), written] : [written]);
  }

  private get field(): string {
    return `${this.name}[${this.index}]`;
  }

  private refuseFlag(value: string): void {
    const flag = value.split(/[=\s]/, 1)[0] ?? value;
    this.rejections.push(rejectFlag(this.field, value, { flag, runner: this.rules.runner }));
  }

  private refuse(value: string, reason: string, remediation: string): void {
    this.rejections.push(reject('INPUT_REJECTED_OTHER', { field: this.field, value, reason, remediation }));
  }
}

const judgeText = (field: string, value: string): Rejection | undefined =>
  judgeLength(field, value, longestArgument) ?? judgeCharacters(field, value) ?? judgeMetacharacters(field, value);
