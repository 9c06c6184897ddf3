import type { z } from 'zod';
import { judgePattern } from '../validation/judge-pattern.ts';
import { formatKeyword } from '../validation/zod-formats.ts';
import type { FormatOptions } from '../validation/zod-formats.ts';

/** The parts of a string format's definition in zod that are used here. */
interface FormatDef {
  readonly format: string;
  readonly pattern?: RegExp;
  readonly fn?: unknown;
  readonly hostname?: RegExp;
  readonly protocol?: RegExp;
  readonly normalize?: boolean;
  readonly alg?: string | null;
}

interface Checked {
  readonly checks?: readonly { readonly _zod: { readonly def: object } }[];
}

/** The string formats of a schema: its own, and those that are checks. */
export const formatDefs = (schema: z.core.$ZodType): readonly { readonly def: FormatDef }[] => {
  const own = schema._zod.def as object;
  const checks = ((own as Checked).checks ?? []).map((check) => check._zod.def);
  return [own, ...checks].filter(isFormatDef).map((def) => ({ def }));
};

const isFormatDef = (def: object): def is FormatDef => 'format' in def && typeof def.format === 'string';

/** Parts of a string format that JSON Schema would lose. */
export const formatProblems = ({
  format,
  pattern,
  fn,
  hostname,
  protocol,
  normalize,
}: FormatDef): readonly string[] => {
  const problems: string[] = [];
  const lost = pattern?.flags.replace(/[dguy]/gu, '') ?? '';
  if (lost !== '') problems.push(`JSON Schema patterns have no flag '${lost}'; express it in the pattern`);
  if (fn !== undefined && pattern === undefined) {
    problems.push(
      `the format '${format}' is a function, which cannot be expressed in JSON Schema; use a pattern or a guard`,
    );
  }
  if (normalize) problems.push('normalize changes the value; do it in the handler');
  for (const part of [hostname, protocol]) {
    if (part && judgePattern(part.source).run !== 'native') {
      problems.push(`the pattern '${part.source.slice(0, 100)}' of a URL is not proven to run in linear time`);
    }
  }
  return problems;
};

/** Publishes the options of URLs and tokens, so that callers see them and `validate` checks them. */
export const publishFormatOptions = ({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: object;
}): void => {
  for (const { def } of formatDefs(zodSchema)) {
    const options = optionsOf(def);
    if (Object.keys(options).length > 0) Object.assign(jsonSchema, { [formatKeyword]: options });
  }
};

const optionsOf = ({ format, hostname, protocol, alg }: FormatDef): FormatOptions => {
  if (format === 'jwt') return alg ? { alg } : {};
  if (format !== 'url') return {};
  return { ...(hostname && { hostname: hostname.source }), ...(protocol && { protocol: protocol.source }) };
};
