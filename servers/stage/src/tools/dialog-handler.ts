import { stageCodes } from '@recourse/contract/registries';
import { defineTool } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { confine, confineNew } from '../apps/confine.ts';
import { fail, StageError } from '../failing.ts';
import { nativeDialogTypes } from '../inspector/native-dialog.ts';
import { BadArgumentError } from '../reading/bad-argument-error.ts';
import { defaultPolicy, dialogTypes } from '../sessions/dialogs.ts';
import type { DialogPolicy } from '../sessions/dialogs.ts';
import { mainProcessTransports } from '../sessions/session.ts';
import type { Session } from '../sessions/session.ts';
import { answering } from './answering.ts';
import { sessionId } from './fields.ts';
import { isSince, ofTypes, since, types } from './log-fields.ts';
import type { Toolbox } from './toolbox.ts';

const action = z.enum(['accept', 'dismiss']);
const perType = z.partialRecord(z.enum(dialogTypes), action);
const button = z.union([z.string().max(200), z.int().min(0).max(100)]);

const strings = z.array(z.string()).readonly();

const input = z.strictObject({
  sessionId,
  action: action.optional(),
  perType: perType.optional(),
  promptText: z.string().max(10_000).optional().describe('Text to enter in accepted prompts.'),
  paths: z
    .array(z.string().min(1).max(4096))
    .min(1)
    .max(20)
    .optional()
    .describe('Absolute paths to choose in accepted file dialogs.'),
  button: button.optional().describe('Label or index of the button to press in accepted message boxes.'),
  oneShot: z.boolean().default(false).describe('Apply only to the next dialog.'),
  type: types,
  since,
  limit: z.int().min(1).max(200).default(50),
  clear: z.boolean().default(false).describe('Clear the list of past dialogs after returning it.'),
});
type Given = z.output<typeof input>;

export const createDialogHandler = ({ sessions, settings }: Toolbox): Tool =>
  defineTool({
    name: 'electron_dialog_handler',
    description:
      'Sets how dialogs are answered, and lists past dialogs, newest last. Without action and perType, it only lists them. By default, beforeunload dialogs are accepted and all others dismissed.',
    input,
    output: z.object({
      policy: z.object({
        action,
        perType,
        promptText: z.string().optional(),
        paths: strings.optional(),
        button: button.optional(),
        oneShot: z.boolean(),
      }),
      entries: z.array(
        z.object({
          number: z.int(),
          surface_id: z.string().optional(),
          type: z.enum(dialogTypes),
          message: z.string(),
          buttons: strings.optional(),
          button: z.string().optional(),
          paths: strings.optional(),
          action,
          at: z.string(),
        }),
      ),
      count: z.int(),
      overflowed: z.int(),
    }),
    operation: 'dialog',
    danger: 'reversible',
    idempotent: true,
    codes: stageCodes,
    errors: [
      'NOT_RUNNING',
      'SESSION_AMBIGUOUS',
      'BAD_ARGUMENT',
      'ABSOLUTE_PATH_REQUIRED',
      'FILE_NOT_FOUND',
      'TRANSPORT_UNSUPPORTED',
    ],
    run: (call) =>
      answering(call, async () => {
        const { type, since: from, limit, clear } = call.arguments;
        const session = sessions.find(call.arguments.sessionId);
        const { dialogs } = session;
        const wanted = await policyOf(call.arguments, session, settings.appRoots);
        if (wanted) await dialogs.setPolicy(wanted);
        const entries = dialogs.after(0).filter(isSince(from)).filter(ofTypes(type, dialogTypes));
        if (clear) dialogs.clear();
        const { policy } = dialogs;
        return {
          policy: { ...policy, perType: { ...policy.perType } },
          entries: entries.slice(-limit),
          count: entries.length,
          overflowed: dialogs.dropped,
        };
      }),
  });

/** The policy that a call sets; undefined if it only lists. Throws BAD_ARGUMENT for a value that no dialog would use. */
const policyOf = async (
  given: Given,
  session: Session,
  folders: readonly string[],
): Promise<DialogPolicy | undefined> => {
  const { action: wanted, perType: some, promptText, paths, button: pressed, oneShot } = given;
  const isAccepted = (type: keyof typeof perType._zod.output): boolean => (some?.[type] ?? wanted) === 'accept';
  const check = (name: keyof Given, isUsed: boolean, rule: string): void => {
    if (given[name] !== undefined && given[name] !== false && !isUsed) throw new BadArgumentError(name, rule);
  };
  const opensFiles = isAccepted('showOpenDialog');
  const usesFiles = opensFiles || isAccepted('showSaveDialog');
  const isSet = wanted !== undefined || some !== undefined;
  check('promptText', isAccepted('prompt'), "it requires action or perType.prompt to be 'accept'");
  check('paths', usesFiles, 'it requires file dialogs to be accepted');
  check('button', isAccepted('showMessageBox'), 'it requires message boxes to be accepted');
  check('oneShot', isSet, 'it requires action or perType');
  if (paths === undefined && (some?.showOpenDialog === 'accept' || some?.showSaveDialog === 'accept'))
    throw new BadArgumentError('paths', 'it is required if perType accepts file dialogs');
  if (!isSet) return undefined;
  const isNative = paths !== undefined || pressed !== undefined || nativeDialogTypes.some((type) => some?.[type]);
  if (isNative && !session.dialogs.hasNative) throw outOfReach(session);
  const confined = await Promise.all(
    (paths ?? []).map((path, at) => (opensFiles ? confine : confineNew)(path, `paths[${at}]`, folders)),
  );
  return {
    action: wanted ?? defaultPolicy.action,
    perType: { ...(wanted === undefined && defaultPolicy.perType), ...some },
    ...(promptText !== undefined && { promptText }),
    ...(paths && { paths: confined }),
    ...(pressed !== undefined && { button: pressed }),
    oneShot,
  };
};

const outOfReach = ({ transport }: Session): StageError => {
  const details = { capability: 'native_dialogs', transport, supporting_transports: [...mainProcessTransports] };
  return new StageError(fail('TRANSPORT_UNSUPPORTED', details, { effect: 'none' }));
};
