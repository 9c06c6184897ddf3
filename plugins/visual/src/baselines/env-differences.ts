import type { BaselineFacts } from './baseline-files.ts';

/** Words every difference between the facts of a baseline and those of a picture. */
export const differencesOf = (baseline: BaselineFacts, now: BaselineFacts): readonly string[] =>
  (['environment', 'capture'] as const).flatMap((part) => {
    const [before, after] = [baseline[part], now[part]] as readonly Readonly<Record<string, unknown>>[];
    return Object.keys({ ...before, ...after }).flatMap((key) => {
      const [was, is] = [before?.[key], after?.[key]].map((value) => JSON.stringify(value) ?? 'nothing');
      return was === is ? [] : [`${key} was ${was}, now ${is}`.slice(0, 300)];
    });
  });
