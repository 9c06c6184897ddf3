import type { Anchor } from '@recourse/stores/configured';
import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { verificationPage } from '../events/verification-page.ts';
import { findState } from '../state/open-state.ts';
import { parseOptions, stateOptions } from '../state/state-options.ts';

/** Runs `recourse events verify`. */
export const run: Run = async (commandArguments, io) => {
  const { json, anchor, ...choice } = parseOptions(commandArguments, { ...stateOptions, anchor: { type: 'string' } });
  const noted = anchor === undefined ? undefined : anchorOf(anchor);
  const { verifyEvents } = await import('@recourse/stores/configured');
  const { settings } = await findState(io, choice);
  const verification = await verifyEvents(settings, io.environment, noted);
  io.out(json ? JSON.stringify(verification, null, 2) : verificationPage(verification, io));
  return verification.ok ? exitCodes.clean : exitCodes.findings;
};

const anchorOf = (text: string): Anchor => {
  const [, position, link] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined || link === undefined) {
    throw new UsageError("--anchor must be a head that 'recourse events verify' printed: POSITION:LINK.");
  }
  return { position: Number(position), link };
};
