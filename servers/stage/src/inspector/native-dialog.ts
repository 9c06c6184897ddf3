import { z } from 'zod';

/** The native dialogs of Electron, by the functions that open them. The Sync forms count as the same. */
export const nativeDialogTypes = ['showOpenDialog', 'showSaveDialog', 'showMessageBox', 'showErrorBox'] as const;
type NativeDialogType = (typeof nativeDialogTypes)[number];

/** How native dialogs are answered. Types without an action are dismissed. */
export interface NativePolicy {
  readonly actions: Readonly<Partial<Record<NativeDialogType, 'accept' | 'dismiss'>>>;
  /** The files that are chosen if a dialog for files is accepted. */
  readonly paths?: readonly string[];
  /** The button that is pressed if a message box is accepted: its label or its index. */
  readonly button?: string | number;
  /** Whether the next dialog ends the policy. */
  readonly oneShot: boolean;
}

/** A native dialog as the agent reports it. The app chooses its strings. */
export const nativeDialog = z.object({
  type: z.enum(nativeDialogTypes),
  action: z.enum(['accept', 'dismiss']),
  isOneShot: z.boolean(),
  message: z.string(),
  buttons: z.array(z.string()).optional(),
  button: z.string().optional(),
  paths: z.array(z.string()).optional(),
});
export type NativeDialog = z.output<typeof nativeDialog>;
