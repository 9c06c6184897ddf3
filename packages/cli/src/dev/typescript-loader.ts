import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { OperatorError } from '../errors/operator-error.ts';

/** The arguments with which Node loads a file: none, unless it is TypeScript and Node cannot read it by itself. */
export const loaderArguments = (file: string, features: object = process.features): readonly string[] => {
  if (!/\.[cm]?tsx?$/u.test(file)) return [];
  if ('typescript' in features && Boolean(features.typescript)) return [];
  for (const from of [path.resolve(file), import.meta.filename]) {
    try {
      return ['--import', pathToFileURL(createRequire(from).resolve('tsx')).href];
    } catch {
      // Not installed there.
    }
  }
  throw new OperatorError(
    'MODULE_FAILED',
    `Node ${process.versions.node} cannot load TypeScript, and tsx is not installed.`,
    {
      hint: 'Run npm install --save-dev tsx, or use Node 22.18 or newer.',
    },
  );
};
