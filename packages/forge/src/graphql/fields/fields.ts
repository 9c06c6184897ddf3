import type { Context } from '../context.ts';

/** The functions that answer the fields of one type, from the value that stands for it and the given arguments. */
export type Fields<Source> = Readonly<Record<string, (source: Source, given: never, context: Context) => unknown>>;
