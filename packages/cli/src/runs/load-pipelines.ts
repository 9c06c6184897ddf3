import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Pipeline } from '@recourse/runs';
import type { Io } from '../command.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { checkModule } from '../files/check-module.ts';

/** Loads every pipeline that a module exports, by itself or in a list. */
export const loadPipelines = async (named: string, io: Pick<Io, 'cwd'>): Promise<readonly Pipeline[]> => {
  const file = path.resolve(io.cwd, named);
  checkModule(file, named);
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError('FILE_INVALID', `${named} cannot be loaded: ${reason}.`, { cause: error });
  }
  const found = [...new Set(Object.values(exported).flatMap((value) => (Array.isArray(value) ? value : [value])))];
  const pipelines = found.filter(isPipeline);
  if (pipelines.length > 0) return pipelines;
  throw new OperatorError('FILE_INVALID', `${named} exports no pipeline.`, {
    hint: 'Export what definePipeline returns.',
  });
};

/** The module may have another copy of the package: a pipeline is known by its shape. */
const isPipeline = (value: unknown): value is Pipeline =>
  typeof value === 'object' && value !== null && 'name' in value && 'plan' in value && 'budgetsOf' in value;
