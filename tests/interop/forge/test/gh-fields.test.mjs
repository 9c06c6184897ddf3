import {
  buildSchema,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createForge, sampleSeed, sampleTokens, schemaText } from '@recourse/forge';
import { askedByOthers, jsonFieldsOf, onlyAtTerminals, queriesIn } from '../src/gh-fields.mjs';
import { createGh, hasGh, makePlace } from '../src/gh.mjs';
import { publishedSchema, typeProblems } from '../src/published-graphql.mjs';

const schema = buildSchema(schemaText);
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

describe('the GraphQL schema of the forge', () => {
  for (const type of types)
    it(`has ${type.name} as GitHub publishes it`, () => {
      expect(typeProblems(type, publishedSchema.getType(type.name))).toEqual([]);
    });

  it.each([
    ['a type', 'type Nothing { id: ID! } type Query { a: Nothing }', 'Nothing', ['is not published']],
    ['a field', 'type User { shoeSize: Int } type Query { a: User }', 'User', ['shoeSize is not published']],
    ['a weaker field', 'type User { login: String } type Query { a: User }', 'User', ['login is String!, not String']],
    ['a value', 'enum IssueState { LOST } type Query { a: IssueState }', 'IssueState', ['value LOST is not published']],
    [
      'an argument',
      'type Query { user(age: Int): String }',
      'Query',
      ['user is User, not String', 'user(age) is not published', 'required argument login is not published'],
    ],
  ])('is compared strictly: %s that differs is found', (_, text, name, problems) => {
    expect(typeProblems(buildSchema(text).getType(name), publishedSchema.getType(name))).toEqual(problems);
  });
});

const found = await hasGh();

describe.runIf(found)('the fields of the schema', () => {
  const { mira } = sampleTokens;
  let [place, forge, gh] = [];

  beforeAll(async () => {
    place = await makePlace();
    forge = await createForge({ seed: sampleSeed, limits: 'none', tls: place.certificate.tls });
    gh = createGh(place, forge.url, 'mira/tidewater');
  });
  afterAll(async () => {
    await forge.close();
    await place.remove();
  });

  it('are those that gh and the GitHub server ask for', async () => {
    const create = ['pr', 'create', '--title', 'T', '--body', 'B', '--head', 'stable'];
    const commands = [
      ['pr', 'list', '--json', await jsonFieldsOf(gh, mira, ['pr', 'list'])],
      ['pr', 'list', '--search', 'x'],
      ['pr', 'view', '6'],
      ['issue', 'list', '--author', '@me'],
      ['issue', 'list', '--search', 'x'],
      ['issue', 'list', '--milestone', '1'],
      ['issue', 'view', '1', '--comments'],
      ['issue', 'view', '1', '--json', await jsonFieldsOf(gh, mira, ['issue', 'view'])],
      ['release', 'list'],
      ['run', 'view', '2'],
      [...create, '--assignee', 'jonas'],
      ['pr', 'create', '--title', 'T', '--body', 'B', '--head', 'release', '--reviewer', 'jonas'],
      [...create, '--base', 'release', '--label', 'x', '--milestone', 'x', '--project', 'x'],
      [...create, '--base', 'release', '--reviewer', 'mira/team'],
      ['pr', 'merge', '3', '--merge', '--auto'],
      ['pr', 'merge', '3', '--disable-auto'],
      ['pr', 'merge', '6', '--merge'],
    ];
    const asked = new Set();
    for (const words of commands) {
      const { stderr } = await gh(mira, words, { debug: true });
      for (const query of queriesIn(stderr)) for (const field of fieldsIn(query)) asked.add(field);
    }
    expect(asked.size).toBeGreaterThan(100);
    const declared = types
      .filter(isObjectType)
      .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
    // Every node has an id and every mutation returns its client's mark, whether or not a client asks.
    const others = [...onlyAtTerminals, ...Object.values(askedByOthers).flat()];
    const unasked = declared.filter((field) => !asked.has(field) && !/\.(id|clientMutationId)$/.test(field));
    expect(unasked.toSorted()).toEqual(others.toSorted());
  });
});

/** The fields that a query selects, as `Type.field`; those of an interface count for every type that implements it. */
function fieldsIn(query) {
  const info = new TypeInfo(schema);
  const fields = new Set();
  visit(
    parse(query),
    visitWithTypeInfo(info, {
      Field() {
        const [parent, field] = [info.getParentType(), info.getFieldDef()];
        if (!parent || !field) return;
        const owners = isObjectType(parent) ? [parent] : schema.getPossibleTypes(parent);
        for (const { name } of owners) fields.add(`${name}.${field.name}`);
      },
    }),
  );
  return fields;
}
