import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from './build-schema.ts';
import { rules } from './rules.ts';

const problems = (text: string): readonly string[] =>
  validate(schema, parse(text), rules).map(({ message }) => message);

describe('a query', () => {
  it('may request one name with different types on mutually exclusive types, as on GitHub', () => {
    const text = '{ node(id: "x") { ... on Issue { state } ... on PullRequest { state } } }';
    expect(problems(text)).toEqual([]);
  });

  it('is refused if one name stands for different fields', () => {
    expect(problems('{ viewer { a: login a: name } }')).toEqual([expect.stringContaining('different fields')]);
  });

  it('names an unknown field as GitHub does', () => {
    expect(validate(schema, parse('{ viewer { nope } }'), rules)).toMatchObject([
      {
        message: "Field 'nope' doesn't exist on type 'User'",
        extensions: { code: 'undefinedField', typeName: 'User' },
      },
    ]);
  });

  it('may introspect in depth that is bounded, without aliases', () => {
    expect(problems('{ a: __type(name: "Issue") { fields(includeDeprecated: true) { name } } }')).toEqual([]);
    expect(problems('{ __schema { a: types { name } } }')).toEqual([
      'Aliases are not allowed in introspection queries.',
    ]);
    const deep = '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }';
    expect(problems(deep)).toContainEqual(expect.stringContaining('introspection depth'));
    const many = Array.from({ length: 21 }, (_, index) => `a${index}: __type(name: "Issue") { name }`).join(' ');
    expect(problems(`{ ${many} }`)).toContain('The query introspects too many types.');
  });
});
