import { checkSelector, definePluginTool, StageRefusedError } from '@recourse/stage-plugin';
import type { PluginSession } from '@recourse/stage-plugin';
import { z } from 'zod';
import { engineSource } from '../auditing/engine-source.ts';
import { inTurn } from '../auditing/in-turn.ts';
import { runAxe } from '../auditing/run-axe.ts';
import type { AuditPlan, RawAudit, UnknownNames } from '../auditing/run-axe.ts';
import { impacts, selectFindings } from '../auditing/select-findings.ts';
import { codes } from '../codes.ts';

const selector = z.string().min(1).max(500);
const names = z
  .array(z.string().regex(/^[\w.-]{1,60}$/u))
  .min(1)
  .max(100);

const finding = z.object({
  rule: z.string(),
  impact: z.enum(impacts),
  help: z.string(),
  help_url: z.string(),
  count: z.int(),
  nodes: z.array(z.object({ target: z.array(z.string()), problem: z.string() })),
});

export const audit = definePluginTool({
  name: 'audit',
  description:
    'Checks the document in the active surface, or the parts selected with `scope` or `include`, for accessibility problems with axe-core. `violations` are certain; `incomplete` needs human review. Frames are not audited: switch to their surface first. Returns at most 100 findings with 20 elements each; `summary` counts all of them.',
  input: z
    .strictObject({
      scope: selector.optional(),
      include: z.array(selector).min(1).max(20).optional(),
      exclude: z.array(selector).max(20).default([]),
      tags: names.optional(),
      rules: names.optional(),
      impactMin: z.enum(impacts).default('minor'),
      maxViolations: z.int().min(1).max(100).default(20),
      maxNodesPerViolation: z.int().min(1).max(20).default(3),
    })
    .meta({ allOf: [{ not: { required: ['scope', 'include'] } }, { not: { required: ['tags', 'rules'] } }] }),
  output: z.object({
    surface_id: z.string(),
    url: z.string(),
    engine: z.object({ name: z.literal('axe-core'), version: z.string() }),
    passed: z.boolean(),
    summary: z.object({
      violations: z.int(),
      incomplete: z.int(),
      passes: z.int(),
      frames_not_audited: z.int(),
    }),
    violations: z.array(finding),
    incomplete: z.array(finding),
    truncated: z.boolean(),
  }),
  operation: 'query',
  danger: 'safe',
  idempotent: true,
  uses: ['page', 'elements'],
  codes,
  errors: [
    'a11y.UNSUPPORTED',
    'a11y.INVALID_SELECTOR',
    'a11y.SCOPE_NOT_FOUND',
    'a11y.UNKNOWN_RULE',
    'a11y.ENGINE_FAILED',
  ],
  run: async ({ arguments: args, session, fail }) => {
    const { scope, include = scope === undefined ? [] : [scope], exclude, maxViolations } = args;
    const surface_id = session.surfaceId;
    if (surface_id === undefined) return fail('a11y.UNSUPPORTED', { reason: 'the app has no window' });
    const type = await unlessInterrupted(() => session.evaluate(() => document.contentType));
    if (typeof type !== 'string') return fail('a11y.ENGINE_FAILED', type);
    if (!/^(?:text\/html|application\/xhtml\+xml)$/u.test(type))
      return fail('a11y.UNSUPPORTED', {
        reason: `the active surface shows ${type.slice(0, 100)}, not HTML`,
        surface_id,
      });

    const included = scope === undefined ? 'include' : 'scope';
    const selectors = [
      ...include.map((one) => [included, one] as const),
      ...exclude.map((one) => ['exclude', one] as const),
    ];
    for (const [argument, given] of selectors) {
      const check = await unlessInterrupted(() => checkSelector(session, given));
      if (!('state' in check)) return fail('a11y.ENGINE_FAILED', check);
      if (check.state === 'invalid')
        return fail('a11y.INVALID_SELECTOR', { argument, selector: given, reason: check.reason });
      if (check.state === 'no match' && argument !== 'exclude')
        return fail('a11y.SCOPE_NOT_FOUND', { argument, selector: given });
    }

    const { tags = [], rules = [], maxNodesPerViolation: maxNodes } = args;
    const found = await inTurn(session.id, () => runInPage(session, { include, exclude, tags, rules, maxNodes }));
    if ('reason' in found) return fail('a11y.ENGINE_FAILED', found);
    if ('unknown' in found) {
      const { argument, unknown, available } = found;
      return fail('a11y.UNKNOWN_RULE', { argument, unknown: [...unknown], available: [...available] });
    }

    const violations = selectFindings(found.violations, args.impactMin);
    const incomplete = selectFindings(found.incomplete, args.impactMin);
    const shown = (findings: typeof violations): z.input<typeof finding>[] =>
      findings.slice(0, maxViolations).map((one) => ({
        ...one,
        nodes: one.nodes.map(({ target, problem }) => ({ target: [...target], problem })),
      }));
    return {
      surface_id,
      url: found.url,
      engine: { name: 'axe-core' as const, version: found.version },
      passed: violations.length === 0,
      summary: {
        violations: violations.length,
        incomplete: incomplete.length,
        passes: found.passes,
        frames_not_audited: found.frames,
      },
      violations: shown(violations),
      incomplete: shown(incomplete),
      truncated: [violations, incomplete].some(
        (list) => list.length > maxViolations || list.some(({ count, nodes }) => count > nodes.length),
      ),
    };
  },
});

/** The page went away or changed during the audit, or axe-core threw. */
const interruptions = new Set(['EVAL_RUNTIME_ERROR', 'BAD_ARGUMENT']);

/** The reason why the page interrupted the work, in place of its value. Other refusals are left to the stage. */
const unlessInterrupted = async <Value>(work: () => Promise<Value>): Promise<Value | { readonly reason: string }> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StageRefusedError && interruptions.has(error.code))
      return { reason: error.message.slice(0, 300) };
    throw error;
  }
};

const runInPage = (
  session: PluginSession,
  plan: AuditPlan,
): Promise<RawAudit | UnknownNames | { readonly reason: string }> =>
  unlessInterrupted(async () => {
    if (!(await session.evaluate(() => 'axe' in globalThis))) await session.runSource(await engineSource());
    return session.evaluate(runAxe, { arguments: [plan] });
  });
