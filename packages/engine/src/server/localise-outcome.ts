import type { Outcome, Registry } from '@recourse/contract';
import { outcomeSubject, rememberSubject } from '../call/outcome-subject.ts';
import { isReplayed, markReplayed } from '../stages/replay/replayed.ts';

const languages = new WeakMap<Outcome, string>();

/**
 * The language that was chosen for an outcome; nothing if none was asked for, or if its messages are not translated.
 */
export const localeOf = (outcome: Outcome): string | undefined => languages.get(outcome);

/**
 * Translates an outcome: the message of a failure, and the warnings of a success. `wanted` is a BCP 47 tag or a list as
 * in Accept-Language. Stored and recorded outcomes keep the messages of the registry, so this comes last. Catalogues
 * are loaded when they are needed.
 */
export const localiseOutcome = async <Value extends Outcome>(
  outcome: Value,
  wanted: string,
  registry: Pick<Registry, 'find'>,
): Promise<Value> => {
  if ((outcome.ok && outcome.warnings.length === 0) || languages.has(outcome)) return outcome;
  const { chooseLocale, loadCatalogue, localise, localiseWarning } = await import('@recourse/contract/localisation');
  const locale = chooseLocale(wanted) ?? 'en';
  if (locale === 'en') {
    languages.set(outcome, locale);
    return outcome;
  }
  const catalogue = await loadCatalogue(locale);
  const said: Outcome = outcome.ok
    ? { ...outcome, warnings: outcome.warnings.map((warning) => localiseWarning(warning, catalogue, { registry })) }
    : localise(outcome, catalogue, { registry });
  if (said === outcome) return outcome;
  if (isReplayed(outcome)) markReplayed(said);
  const subject = outcomeSubject(outcome);
  if (subject) rememberSubject(said, subject);
  languages.set(said, locale);
  return said as Value;
};
