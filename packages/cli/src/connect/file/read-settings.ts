import { isJsonObject } from '@recourse/contract';
import type { JsonObject } from '@recourse/contract';
import { parse, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { InputError } from '../../command.ts';

export interface SettingsText {
  readonly text: string;
  /** For messages. */
  readonly file: string;
  /** Whether whoever reads it takes comments and trailing commas. */
  readonly comments: boolean;
}

/** What a file of settings says. One that its reader could not read is refused; no part of it is repeated. */
export const readSettings = ({ text, file, comments }: SettingsText): JsonObject => {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: comments, disallowComments: !comments });
  const [error] = errors;
  if (error) throw new InputError(`${place(text, file, error.offset)}: ${explain(error)}. Nothing was changed.`);
  if (!isJsonObject(value)) throw new InputError(`${file} holds no JSON object. Nothing was changed.`);
  return value;
};

const place = (text: string, file: string, offset: number): string => {
  const lines = text.slice(0, offset).split(/\r\n|[\r\n]/u);
  return `${file}:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
};

/** `CommaExpected` as words. */
const explain = ({ error }: ParseError): string =>
  `this is no valid JSON (${printParseErrorCode(error)
    .replaceAll(/(?<=[a-z])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
    .toLowerCase()})`;
