import { definePluginCodes } from '@recourse/contract';
import { z } from 'zod';

const path = () => z.object({ path: z.string() });

/** The codes of the plugin. */
// A table reads by the row:
// prettier-ignore
export const codes = definePluginCodes('production', {
  APP_NOT_FOUND: {
    kind: 'error', category: 'not_found', http: 404, retryable: false, recovery: 'fix_input', since: '0.1.0',
    summary: 'App does not exist',
    message: "No file or folder exists at '{path}'",
    hint: 'Correct appPath; it is resolved on the machine that the server runs on.',
    details: path(),
  },
  NOT_A_BUNDLE: {
    kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
    summary: 'Path is not a packaged app',
    message: "'{path}' is not a packaged app: {reason}",
    hint: 'Pass the path of the folder that the packager wrote, of the .app, or of the executable of the app.',
    details: path().extend({ reason: z.string() }),
  },
  UNSUPPORTED_ARTIFACT: {
    kind: 'error', category: 'validation', http: 400, retryable: false, recovery: 'fix_input', since: '0.1.0',
    summary: 'File is not a supported executable',
    message: "'{path}' cannot be checked: {reason}",
    hint: 'Pass the path of an executable for Linux, macOS or Windows, an AppImage, or the folder of a packaged app.',
    details: path().extend({ reason: z.string() }),
  },
});
