import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findProblems } from './find-problems.ts';

const file = { type: 'object', properties: { path: { type: 'string' }, head: { type: 'number' } }, required: ['path'] };

describe('findProblems', () => {
  it.each([
    ['a good call', file, { path: 'a' }],
    ['an unknown name where others are allowed', file, { path: 'a', depth: 3 }],
    ['a name that is nearly an optional one where others are allowed', file, { path: 'a', haed: 3 }],
    ['a required name that has a default', { ...file, required: ['head'], properties: { head: { default: 1 } } }, {}],
    ['keywords that it does not know', { type: 'object', dependentSchemas: { a: false }, pattern: '(' }, { a: 1 }],
    ['a reference that leads out of the schema', { properties: { a: { $ref: 'https://example.org/x' } } }, { a: 1 }],
    ['one branch of a union', { properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }, { a: null }],
    ['null where the schema is nullable', { properties: { a: { type: 'string', nullable: true } } }, { a: null }],
    ['null where an enum is nullable', { properties: { a: { enum: ['x'], nullable: true } } }, { a: null }],
    [
      'items after those of a tuple',
      { properties: { a: { prefixItems: [{}], items: { type: 'number' } } } },
      { a: ['x', 1] },
    ],
    [
      'a name that may match a pattern',
      { patternProperties: { '^s_': {} }, additionalProperties: { type: 'number' } },
      { s_a: 'x' },
    ],
    ['a name that is left undefined', { ...file, additionalProperties: false }, { path: 'a', more: undefined }],
  ])('accepts %s', (_, schema, args) => {
    expect(findProblems(schema, args as never)).toEqual([]);
  });

  const shape = (kind: string, name: string, type: string) => ({
    type: 'object',
    properties: { kind: { const: kind }, [name]: { type } },
    required: ['kind', name],
    additionalProperties: false,
  });
  const shapes = {
    properties: { shape: { oneOf: [shape('circle', 'radius', 'number'), shape('text', 'words', 'string')] } },
  };
  const optional = { properties: { top: { anyOf: [{ type: 'integer' }, { type: 'null' }] } } };

  it.each([
    ['an optional number as a text', optional, { top: '5' }, [{ path: '/top', keyword: 'type', suggestion: 5 }]],
    [
      'a number of either kind',
      { properties: { top: { type: ['integer', 'number'] } } },
      { top: '5' },
      [{ suggestion: 5 }],
    ],
    [
      'the branch with the same mark',
      shapes,
      { shape: { kind: 'circle', radius: '2' } },
      [{ path: '/shape/radius', suggestion: 2 }],
    ],
    [
      'a slip in that branch',
      shapes,
      { shape: { kind: 'text', wrods: 'a' } },
      [{ keyword: 'required' }, { suggestion: 'words' }],
    ],
  ])('suggests the only thing that was meant in a union: %s', (_, schema, args, problems) => {
    expect(findProblems(schema, args)).toMatchObject(problems);
  });

  it.each([
    ['two types that both fit', { anyOf: [{ type: 'number' }, { type: 'boolean' }] }, 'one'],
    ['a mark that no branch has', shapes.properties.shape, { kind: 'line', radius: 2 }],
  ])('suggests nothing for %s', (_, schema, value) => {
    const found = findProblems({ properties: { a: schema } }, { a: value });
    expect(found).toHaveLength(1);
    expect(found[0]).not.toHaveProperty('suggestion');
  });

  it.each([
    ['a number as a text', { path: 'a', head: '2' }, { path: '/head', keyword: 'type', suggestion: 2 }],
    ['a text as a number', { path: 7 }, { path: '/path', keyword: 'type', suggestion: '7' }],
  ])('suggests the same value in the right type for %s', (_, args, problem) => {
    expect(findProblems(file, args)).toMatchObject([problem]);
  });

  it.each(['two', '2 ', '0x2', ''])('suggests no number for %j', (head) => {
    expect(findProblems(file, { path: 'a', head })[0]).not.toHaveProperty('suggestion');
  });

  it('names the missing required name that a misspelt one stands for', () => {
    expect(findProblems(file, { pth: 'a' })).toMatchObject([
      { keyword: 'required', params: { missingProperty: 'path' } },
      { keyword: 'additionalProperties', params: { additionalProperty: 'pth' }, suggestion: 'path' },
    ]);
  });

  it('suggests no name where two unknown ones are as near', () => {
    expect(findProblems(file, { pth: 'a', pat: 'b' })).toMatchObject([{ keyword: 'required' }]);
  });

  it('suggests no name where two declared ones are as near', () => {
    const schema = { properties: { from: {}, form: {} }, required: ['from', 'form'] };
    const problems = findProblems(schema, { frm: 1 });
    expect(problems.map(({ suggestion }) => suggestion)).toEqual([undefined, undefined]);
  });

  it('takes another spelling of the same words for the same name', () => {
    const schema = { properties: { file_path: {} }, required: ['file_path'] };
    expect(findProblems(schema, { filePath: 'a' })[1]).toMatchObject({ suggestion: 'file_path' });
  });

  it('refuses an unknown name where the schema is closed, and lists the known ones', () => {
    expect(findProblems({ ...file, additionalProperties: false }, { path: 'a', depth: 3 })).toMatchObject([
      { keyword: 'additionalProperties', params: { additionalProperty: 'depth' }, known: ['path', 'head'] },
    ]);
  });

  it('suggests the only near value of an enumeration', () => {
    const schema = { properties: { sort: { enum: ['name', 'size'] } } };
    expect(findProblems(schema, { sort: 'nmae' })).toMatchObject([{ keyword: 'enum', suggestion: 'name' }]);
    expect(findProblems(schema, { sort: 'date' })[0]).not.toHaveProperty('suggestion');
  });

  it('looks into lists, objects and references', () => {
    const schema = {
      $defs: { entity: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
      properties: { entities: { type: 'array', items: { $ref: '#/$defs/entity' } } },
    };
    expect(findProblems(schema, { entities: [{ name: 'Ada' }, {}] })).toMatchObject([
      { path: '/entities/1', keyword: 'required' },
    ]);
  });

  it('finds bounds that are broken', () => {
    const schema = { properties: { count: { minimum: 1 }, text: { maxLength: 2 }, list: { minItems: 1 } } };
    expect(findProblems(schema, { count: 0, text: 'abc', list: [] }).map(({ keyword }) => keyword)).toEqual([
      'minimum',
      'maxLength',
      'minItems',
    ]);
  });

  it('ends with any schema and any arguments', () => {
    const loop = { $ref: '#' };
    expect(findProblems(loop, { a: 1 })).toEqual([]);
    fc.assert(
      fc.property(fc.object(), fc.object(), (schema, args) => {
        expect(findProblems(schema as never, args as never).length).toBeLessThanOrEqual(20);
      }),
    );
  });
});
