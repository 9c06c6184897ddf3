import type { Dialect } from '@recourse/contract';
import type { GuardSettings } from '../guards/guard.ts';
import type { OutcomeBounds } from '../outcome/outcome-bounds.ts';
import { defaultLimits } from '../settings/settings.ts';
import type { LimitSettings, PolicySettings } from '../settings/settings.ts';
import { admit } from '../stages/admit/admit.ts';
import type { Admissions } from '../stages/admit/admissions.ts';
import { bound } from '../stages/bound/bound.ts';
import { check } from '../stages/check/check.ts';
import { consent } from '../stages/consent/consent.ts';
import type { Tokens } from '../stages/consent/tokens.ts';
import { find } from '../stages/find/find.ts';
import type { Withhold } from '../stages/find/find.ts';
import type { Offer } from '../stages/find/offer.ts';
import { gate } from '../stages/gate/gate.ts';
import { guard } from '../stages/guard/guard.ts';
import { identify } from '../stages/identify/identify.ts';
import type { Identity } from '../stages/identify/identify.ts';
import { meter } from '../stages/meter/meter.ts';
import type { QuotaRule } from '../stages/meter/quota-rule.ts';
import { recordPossibleDuplicate } from '../stages/record/record-late-result.ts';
import { record } from '../stages/record/record.ts';
import type { RecordOptions } from '../stages/record/record.ts';
import { replay } from '../stages/replay/replay.ts';
import { run } from '../stages/run/run.ts';
import type { RunOptions } from '../stages/run/run.ts';
import { stageSummaries } from '../stages/stage.ts';
import type { Stage, StageName } from '../stages/stage.ts';
import { validate } from '../stages/validate/validate.ts';
import type { Tool } from '../tool/operation.ts';
import type { SubjectOfCalls } from '../tool/subject-of.ts';

/** The dependencies of the stages. */
export interface PipelineOptions {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly withhold?: Withhold;
  readonly offer: Offer;
  readonly subject?: SubjectOfCalls;
  readonly record: RecordOptions;
  readonly identity: Identity;
  readonly limits: Partial<LimitSettings>;
  /** The dialect that results are written in. */
  readonly dialect: () => Promise<Dialect>;
  readonly guards: GuardSettings;
  readonly policy: PolicySettings;
  readonly quotaRules: (operation: string) => readonly QuotaRule[];
  readonly tokens: Tokens;
  readonly admissions: Admissions;
  readonly run: RunOptions;
  readonly now: () => number;
}

/** Every tool call passes through these stages from top to bottom; its outcome returns from bottom to top. */
export const pipeline = (options: PipelineOptions): readonly Stage[] => [
  record(options.record),
  identify(options.identity),
  bound(options.limits, boundsOf(options)),
  find(options.tools, options),
  validate,
  guard(options.guards),
  replay({ admissions: options.admissions }),
  gate(options.policy),
  meter({ rules: options.quotaRules, now: options.now, refusalCodes: quotaRefusals(options.tools) }),
  consent({
    tokens: options.tokens,
    policy: options.policy,
    ...(options.run.timeouts && { timeouts: options.run.timeouts }),
    now: options.now,
  }),
  admit({
    admissions: options.admissions,
    ...(options.run.timeouts && { timeouts: options.run.timeouts }),
    onPossibleDuplicate: (call, outcome) => recordPossibleDuplicate(call, outcome, options.record),
  }),
  check(boundsOf(options)),
  run(options.run),
];

const boundsOf = ({ limits, dialect }: PipelineOptions): OutcomeBounds => ({
  responseBytes: limits.responseBytes ?? defaultLimits.responseBytes,
  dialect,
});

const quotaRefusals = (tools: PipelineOptions['tools']): readonly string[] =>
  [...tools.values()]
    .flatMap(({ operations }) => operations)
    .flatMap(({ quotas }) => quotas.flatMap(({ refusal }) => (refusal ? [refusal.code] : [])));

/** The stages and the codes that each may fail with, for the documentation. */
export const describeStages = (): readonly {
  readonly name: StageName;
  readonly does: string;
  readonly codes: readonly string[];
}[] => {
  const nothing = {} as never;
  const stages = pipeline({
    tools: new Map(),
    offer: nothing,
    record: {},
    identity: nothing,
    limits: {},
    dialect: nothing,
    guards: {},
    policy: {},
    quotaRules: () => [],
    tokens: nothing,
    admissions: nothing,
    run: {},
    now: Date.now,
  });
  return stages.map(({ name, mayFailWith }) => ({ name, does: stageSummaries[name], codes: mayFailWith }));
};
