import { expect, it } from 'vitest';
import { GraphqlSyntaxError, parseGraphql } from './parse-graphql.ts';

it('reads a mutation with variables, aliases and literals', () => {
  const text = `mutation Ready($id: ID!) { # comment
    done: markPullRequestReadyForReview(input: { pullRequestId: $id, n: 3, flag: true, s: "a\\"b" }) { pullRequest { id number } }
  }`;
  expect(parseGraphql(text, { id: 'PR_1' })).toEqual({
    kind: 'mutation',
    selections: [
      {
        alias: 'done',
        name: 'markPullRequestReadyForReview',
        arguments: { input: { pullRequestId: 'PR_1', n: 3, flag: true, s: 'a"b' } },
        selections: [
          {
            alias: 'pullRequest',
            name: 'pullRequest',
            arguments: {},
            selections: ['id', 'number'].map((name) => ({ alias: name, name, arguments: {}, selections: [] })),
          },
        ],
      },
    ],
  });
});

it.each([
  '',
  '{',
  'nonsense',
  'mutation',
  '{ a(',
  '{ a: }',
  '{ a(b: ]) }',
  '{a'.repeat(50),
  '{ "unterminated }',
  '{ ...x }',
])('refuses %j', (text) => expect(() => parseGraphql(text, {})).toThrow(GraphqlSyntaxError));
