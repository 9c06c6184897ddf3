import path from 'node:path';
import { isJsonObject } from '@recourse/contract';
import type { Json, JsonObject } from '@recourse/contract';
import { readText } from '../aql/read-text.ts';
import type { Io } from '../command.ts';
import { OperatorError, UsageError } from '../errors/operator-error.ts';
import { itemsOf, typedValue } from './typed-value.ts';

export interface GivenArguments {
  /** `name=text` or `name:=json`, as often as there are arguments. */
  readonly arg: readonly string[];
  /** A JSON object, `@file` or `-`. */
  readonly args?: string | undefined;
}

/** The arguments of the call: those of --args, and above them those of each --arg, typed by the tool's own schema. */
export const readArguments = async (given: GivenArguments, schema: unknown, io: Io): Promise<JsonObject> => {
  const base = given.args === undefined ? {} : await readBase(given.args, io);
  const texts = new Map<string, string[]>();
  const values = new Map<string, Json>();
  for (const text of given.arg) {
    const { name, value, isJson } = split(text);
    if (values.has(name) || (isJson && texts.has(name))) throw new UsageError(`--arg ${name} is given twice.`);
    if (isJson) values.set(name, parseJson(value, `--arg ${name}:=`));
    else texts.set(name, [...(texts.get(name) ?? []), value]);
  }
  for (const [name, given] of texts) values.set(name, typed(name, given, schema));
  return Object.fromEntries([...Object.entries(base), ...values]);
};

const split = (text: string): { readonly name: string; readonly value: string; readonly isJson: boolean } => {
  const equals = text.indexOf('=');
  const isJson = equals > 0 && text[equals - 1] === ':';
  const name = text.slice(0, Math.max(0, isJson ? equals - 1 : equals));
  if (name === '') throw new UsageError('--arg must be name=value or name:=json.');
  return { name, value: text.slice(equals + 1), isJson };
};

/** Several values under one name are a list, if the tool takes a list there. */
const typed = (name: string, texts: readonly string[], schema: unknown): Json => {
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  const property = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const list = itemsOf(property, schema);
  const [first = '', ...others] = texts;
  if (!list) {
    if (others.length > 0) throw new UsageError(`--arg ${name} takes one value, not ${texts.length}.`);
    return typedValue(first, property, schema);
  }
  const whole = others.length === 0 && first.startsWith('[') ? typedValue(first, property, schema) : undefined;
  return Array.isArray(whole) ? whole : texts.map((text) => typedValue(text, list.items, schema));
};

const readBase = async (given: string, io: Io): Promise<JsonObject> => {
  const value = parseJson(await textOf(given, io), '--args');
  if (!isJsonObject(value)) throw new UsageError('--args must be a JSON object.');
  return value;
};

const textOf = async (given: string, io: Io): Promise<string> => {
  if (given === '-') return readInput(io);
  if (!given.startsWith('@')) return given;
  const read = await readText(path.resolve(io.cwd, given.slice(1)));
  if ('unreadable' in read) throw new OperatorError(read.code, `Cannot read ${given.slice(1)}: ${read.unreadable}.`);
  return read.text.replace(/^\uFEFF/, '');
};

const mostBytes = 16 * 1024 * 1024;

const readInput = async ({ input }: Io): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input?.() ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw new OperatorError('FILE_TOO_LARGE', 'The input on stdin is larger than 16 MiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

/** Does not quote the text: arguments may contain secrets. */
const parseJson = (text: string, where: string): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new UsageError(`${where} is not valid JSON.`, { cause: error });
  }
};
