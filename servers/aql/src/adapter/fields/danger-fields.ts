import { dangerLevels } from '@recourse/engine';
import type { Danger } from '@recourse/engine';
import type { DangerNote } from '../adapter.ts';
import { higherDanger } from '../danger/infer-danger.ts';
import type { Report } from '../rules/findings.ts';
import { wrong } from '../rules/findings.ts';
import { boolean, either, fields, ignored, list, oneOf, text } from '../rules/index.ts';
import type { Section } from '../rules/index.ts';

const level = oneOf(dangerLevels);

/** How dangerous an operation is: `danger` with fields or a level alone in one dialect, the other two in the other. */
export const dangerFields = {
  danger: either(
    level,
    fields(
      {
        level,
        reasons: list(text({ longest: 500 }), { most: 20 }),
        reason: text({ longest: 500 }),
        confirmation_message: text({ longest: 1000 }),
        requires_confirmation: boolean,
        cooldown_seconds: ignored('Cooldowns are not enforced'),
        requires_reauth: ignored('Reauthentication is not supported'),
        audit_context: ignored(),
        hook_blockable: ignored(),
      },
      { required: { level: 'the danger level' } },
    ),
  ),
  danger_level: level,
  requires_confirmation: boolean,
} as const;

/** The level is the higher of what the file claims and what method and name suggest. */
export const buildDanger = (
  { is, at, has }: Pick<Section<typeof dangerFields>, 'is' | 'at' | 'has'>,
  inferred: Danger,
  report: Report,
): DangerNote => {
  const note = typeof is.danger === 'object' ? is.danger : undefined;
  const claimed = note?.is.level ?? (typeof is.danger === 'string' ? is.danger : is.danger_level);
  const place = note ? note.at('level') : at(has('danger') ? 'danger' : 'danger_level');
  if (claimed !== undefined && higherDanger(claimed, inferred) !== claimed) {
    report(
      wrong(place, `'${inferred}' or higher, judging by the method and the name`, {
        severity: 'warning',
        suggestion: `'${inferred}' applies; only the operator's configuration can lower it`,
      }),
    );
  }
  return {
    level: claimed === undefined ? inferred : higherDanger(claimed, inferred),
    inferred,
    reasons: note?.is.reasons ?? (note?.is.reason === undefined ? [] : [note.is.reason]),
    confirmationMessage: note?.is.confirmation_message,
    requiresConfirmation: is.requires_confirmation ?? note?.is.requires_confirmation ?? false,
  };
};
