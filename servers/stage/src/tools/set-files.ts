import { defineTool, exactlyOne } from '@recourse/engine';
import type { Tool } from '@recourse/engine';
import { z } from 'zod';
import { dropFiles } from '../acting/drop-files.ts';
import { setFiles } from '../acting/set-files.ts';
import { confineFiles } from '../apps/confine-files.ts';
import { acting, actionErrors, actionFields, actionOutput, acts, targetOf } from './acting.ts';
import { targetNames } from './reading-fields.ts';
import type { Toolbox } from './toolbox.ts';

/** Absolute paths of files in the folders of the operator. */
const paths = (most: number) => z.array(z.string().max(4096)).max(most).describe('Absolute');
const mimeType = z
  .string()
  .regex(/^[\w.+-]+\/[\w.+-]+$/u)
  .optional();
const fileErrors = ['ABSOLUTE_PATH_REQUIRED', 'FILE_NOT_FOUND'] as const;

export const createSetFiles = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_set_files',
    description:
      'Sets the files of a file field to files on this machine: at most 20, each up to 50 MiB. An empty list clears it.',
    input: exactlyOne(z.strictObject({ ...actionFields, paths: paths(20) }), targetNames),
    output: z.object({ files: z.int(), ...actionOutput }),
    ...acts,
    idempotent: true,
    errors: [...actionErrors, 'ELEMENT_DISABLED', ...fileErrors],
    run: (call) =>
      acting(toolbox, call, async (act) => {
        const files = await confineFiles(call.arguments.paths, toolbox.settings.appRoots, { each: 50 * mebibyte });
        const found = await setFiles(act, call.arguments, files);
        return { files: files.length, ...targetOf(found, call.arguments) };
      }),
  });

export const createDropFile = (toolbox: Toolbox): Tool =>
  defineTool({
    name: 'electron_drop_file',
    description:
      'Drops files from this machine onto an element: at most 10, each up to 5 MiB, 10 MiB in total. `default_prevented` is false if the page did not accept them. `mimeType` replaces the types inferred from their names.',
    input: exactlyOne(z.strictObject({ ...actionFields, paths: paths(10).min(1), mimeType }), targetNames),
    output: z.object({ files: z.int(), default_prevented: z.boolean(), ...actionOutput }),
    ...acts,
    errors: [...actionErrors, 'ELEMENT_COVERED', ...fileErrors],
    run: (call) =>
      acting(toolbox, call, async (act) => {
        const limits = { each: 5 * mebibyte, together: 10 * mebibyte };
        const files = await confineFiles(call.arguments.paths, toolbox.settings.appRoots, limits);
        const { found, isTaken } = await dropFiles(act, call.arguments, { files, mimeType: call.arguments.mimeType });
        return { files: files.length, default_prevented: isTaken, ...targetOf(found, call.arguments) };
      }),
  });

const mebibyte = 1024 * 1024;
