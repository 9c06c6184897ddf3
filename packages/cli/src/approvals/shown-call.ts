import type { PendingApproval } from '@recourse/stores';
import { visible } from '../terminal/visible.ts';

/** The arguments of a call in one line. */
export const argumentsLine = ({ arguments: given }: PendingApproval): string =>
  given === undefined ? '(sealed)' : visible(JSON.stringify(given));

/** The requested call in one line: `close_ticket {"id":7} for ada`. */
export const callLine = (pending: PendingApproval): string =>
  `${visible(pending.operation)} ${argumentsLine(pending)} for ${visible(pending.principal)}`;
