import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject } from '@recourse/contract';
import type { Json } from '@recourse/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { describeConfigurationFile, renderConfigurationSchema } from './render-configuration-schema.ts';

const published = fileURLToPath(new URL('../../../../schemas/recourse.config.schema.json', import.meta.url));

const undescribed = (schema: Json | undefined, at: string): readonly string[] => {
  if (!isJsonObject(schema)) return [];
  const { properties, additionalProperties, items } = schema;
  const found: string[] = [];
  for (const [key, inner] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (!isJsonObject(inner) || typeof inner['description'] !== 'string') found.push(`${at}/${key}`);
    found.push(...undescribed(inner, `${at}/${key}`));
  }
  return [...found, ...undescribed(additionalProperties, `${at}/*`), ...undescribed(items, `${at}/*`)];
};

describe('the published schema', () => {
  it('is up to date; `npx vitest run -u` on this file renews it', async () => {
    await expect(renderConfigurationSchema()).toMatchFileSnapshot(path.relative(import.meta.dirname, published));
  });

  it('describes every key, has no $id, and closes every object', () => {
    const schema = describeConfigurationFile();
    expect(undescribed(schema, '')).toEqual([]);
    expect(schema['$schema']).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema).not.toHaveProperty('$id');
    expect(schema['additionalProperties']).toBe(false);
  });

  it('accepts and refuses as the engine does', async () => {
    const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(
      JSON.parse(await readFile(published, 'utf8')),
    );
    const quota = { metric: 'calls', window: 'hour', stop: 5 };
    expect(validate({ $schema: './x.json', quotas: { '*': [quota] }, limits: { depth: 8 } })).toBe(true);
    expect(validate({ quotas: { '*': [{ ...quota, windowSeconds: 5 }] } })).toBe(false);
    expect(validate({ quotas: { '*': [{ metric: 'calls', window: 'hour' }] } })).toBe(false);
    expect(validate({ limits: { depth: 7 } })).toBe(false);
    expect(validate({ store: { kind: 'postgres', url: 'postgresql://db/state' }, http: { anonymous: 'none' } })).toBe(
      true,
    );
    expect(validate({ store: { kind: 'sqlite', file: 'x', most: { events: 100 } } })).toBe(true);
    expect(validate({ store: { kind: 'sqlite', url: 'postgres://db/state' } })).toBe(false);
    expect(validate({ store: { file: 'x' } })).toBe(false);
    expect(validate({ limit: {} })).toBe(false);
  });
});
