import type { Repeat } from '../strategies/strategy.ts';
import type { End } from './end.ts';
import type { Facts } from './state.ts';

/**
 * Why a call must not be made again as a strategy wants it; undefined if it may. In doubt, only the same call may be
 * sent again, under its key. If a part is done, only the rest may be sent.
 */
export const mayRepeat = (
  { inDoubt, last }: Facts,
  move: Repeat,
): { readonly end: End; readonly why: string } | undefined => {
  if (inDoubt && (move.request || move.remaining))
    return {
      end: 'in_doubt',
      why: 'the original call may have taken effect, and a changed one would be a different call',
    };
  const effect = last?.failure.effect;
  if (!move.remaining && (effect === 'partial' || effect === 'applied'))
    return { end: 'handed_over', why: 'the call took effect, at least in part, so it must not be repeated' };
  return undefined;
};
