import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldKeyword } from '../fields/field.ts';
import { findFields } from '../fields/find-fields.ts';
import { guardKinds } from './guard.ts';
import {
  argv,
  code,
  duration,
  flag,
  gitRef,
  identifier,
  path,
  pattern,
  repositoryPath,
  shellWord,
  url,
} from './kinds.ts';
import { unknownKinds, unknownRoots } from './unknown-kinds.ts';

const fields = z.strictObject({
  path: path({ root: 'project', mustExist: true }),
  repositoryPath: repositoryPath({ root: true }),
  flag: flag({ allow: ['--verbose'] }),
  argv: argv({ allow: ['--verbose'], maxItems: 3 }),
  shellWord: shellWord(),
  identifier: identifier({ pattern: '[a-z]+', maxLength: 8 }),
  duration: duration({ max: '1h' }),
  gitRef: gitRef(),
  url: url({ hosts: ['example.org'] }),
  pattern: pattern(),
  code: code({ language: 'javascript' }),
});
const schema = z.toJSONSchema(fields, { io: 'input' }) as { readonly properties: Record<string, object> };

it('publishes every kind with its options and its bounds', () => {
  const { guards } = findFields(schema as never);
  expect(guards.map(({ kind }) => kind)).toEqual(guardKinds);
  expect(guards.find(({ kind }) => kind === 'path')).toEqual({
    pointer: '/path',
    kind: 'path',
    options: { root: 'project', mustExist: true },
  });
  expect(schema.properties['identifier']).toEqual({
    type: 'string',
    minLength: 1,
    maxLength: 8,
    [fieldKeyword]: { kind: 'identifier', options: { pattern: '[a-z]+', maxLength: 8 } },
  });
  expect(schema.properties['argv']).toMatchObject({ type: 'array', maxItems: 3, items: { maxLength: 512 } });
});

describe('before a server starts', () => {
  const guard = (kind: string, options = {}) => ({ pointer: '/x', kind, options });

  it('names the kinds that no guard knows', () => {
    expect(unknownKinds([guard('path'), guard('regex'), guard('toString'), guard('regex')])).toEqual([
      'regex',
      'toString',
    ]);
  });

  it('names the roots that the settings do not have', () => {
    const guards = [guard('path', { root: 'project' }), guard('path', { root: 'cache' }), guard('url')];
    expect(unknownRoots(guards, { roots: { project: '/project' } })).toEqual(['cache']);
    expect(unknownRoots(guards, {})).toEqual(['project', 'cache']);
  });
});
