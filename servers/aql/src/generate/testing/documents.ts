import { readAdapter } from '../../adapter/index.ts';
import type { Adapter, AdapterOperation } from '../../adapter/index.ts';
import { readDocument } from '../document/read-document.ts';
import type { GeneratedAdapter, GenerateOptions } from '../index.ts';
import { writeAdapter } from '../write-adapter.ts';

/** A small document with these paths, as JSON. */
export const documentOf = (paths: object, more: object = {}): string =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Small API', version: '1.2.3', description: 'A small API.' },
    servers: [{ url: 'https://api.example.org' }],
    paths,
    ...more,
  });

/** The answer of an operation in tests that do not depend on it. */
export const responses = { '200': { description: 'OK' } };

/** A JSON body with this schema. */
export const jsonBody = (schema: object, required = true): object => ({
  required,
  content: { 'application/json': { schema } },
});

/** A JSON answer with this schema. */
export const jsonAnswer = (schema: object, headers: object = {}): object => ({
  '200': { description: 'OK', headers, content: { 'application/json': { schema } } },
});

export interface Generated extends GeneratedAdapter {
  readonly adapter: Adapter;
  readonly operation: (name: string) => AdapterOperation;
}

/**
 * Generates, and reads back what was written; throws where that is refused. The parser's own check, which takes most of
 * the time, is left to the tests of it.
 */
export const generate = (text: string, options: GenerateOptions = {}): Generated => {
  const generated = writeAdapter(readDocument(text), [], options);
  const { adapter, problems } = readAdapter(generated.text);
  if (!adapter) throw new Error(problems.map(({ field_path, message }) => `${field_path}: ${message}`).join('\n'));
  const operation = (name: string): AdapterOperation => {
    const found = adapter.operations.find((each) => each.name === name);
    if (!found) throw new Error(`no ${name} among ${adapter.operations.map((each) => each.name).join(', ')}`);
    return found;
  };
  return { ...generated, adapter, operation };
};
