import { z } from 'zod';
import type { Session } from './session.ts';

/** The things that a session can or cannot do, depending on how it was opened. */
export const capabilitiesOutput = z.object({
  /** The main process can be reached: its console is shown, and code can run in it if the operator allows that. */
  main_process: z.boolean(),
  /** Dialogs of the app itself are answered by electron_dialog_handler's policy. Without it they wait for a person. */
  native_dialogs: z.boolean(),
  force_kill: z.boolean(),
  detach: z.boolean(),
});

export const capabilitiesOf = (
  session: Pick<Session, 'main' | 'dialogs' | 'isOwned'>,
): z.output<typeof capabilitiesOutput> => ({
  main_process: session.main !== undefined,
  native_dialogs: session.dialogs.hasNative,
  force_kill: session.isOwned,
  detach: !session.isOwned,
});
