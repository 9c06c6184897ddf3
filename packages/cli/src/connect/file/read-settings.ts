import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { parse, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { OperatorError } from '../../errors/operator-error.ts';

export interface SettingsText {
  readonly text: string;
  /** For messages. */
  readonly file: string;
  /** Whether the client accepts comments and trailing commas. */
  readonly comments: boolean;
}

/** Reads a file of settings. Throws for a file that the client could not read, and quotes no part of it. */
export const readSettings = ({ text, file, comments }: SettingsText): JsonObject => {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: comments, disallowComments: !comments });
  const [error] = errors;
  if (error) throw invalid(`${place(text, file, error.offset)}: ${explain(error)}.`);
  if (!isJsonObject(value)) throw invalid(`${file} does not contain a JSON object.`);
  return value;
};

/** An error about the content of a file of settings, which is left as it is. */
export const invalid = (message: string): OperatorError =>
  new OperatorError('FILE_INVALID', message, { hint: 'Correct the file by hand. Nothing was changed.' });

const place = (text: string, file: string, offset: number): string => {
  const lines = text.slice(0, offset).split(/\r\n|[\r\n]/u);
  return `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
};

/** `CommaExpected` as words. */
const explain = ({ error }: ParseError): string =>
  `invalid JSON (${printParseErrorCode(error)
    .replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
    .toLowerCase()})`;
