import { getOperationAST, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../build-schema.ts';
import { checkSize } from './measure.ts';

const check = (text: string, variables: Readonly<Record<string, unknown>> = {}): void => {
  const document = parse(text);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('no operation');
  checkSize(schema, document, operation, variables);
};

const pulls = (inner: string, first: number | string = 100): string =>
  `repository(owner: "a", name: "b") { pullRequests(first: ${first}) { nodes { ${inner} } } }`;

describe('the number of possible nodes', () => {
  it.each([
    [
      'in lists within lists',
      `{ ${pulls('commits(first: 100) { nodes { commit { authors(first: 100) { nodes { name } } } } }')} }`,
    ],
    [
      'in a list from its end',
      `{ ${pulls('commits(last: 100) { nodes { commit { authors(last: 100) { nodes { name } } } } }')} }`,
    ],
    [
      'behind aliases',
      `{ ${Array.from({ length: 60 }, (_, index) => `a${index}: ${pulls('comments(first: 100) { nodes { id } }')}`).join(' ')} }`,
    ],
    [
      'behind fragments',
      `{ ${pulls('...A')} } fragment A on PullRequest { commits(first: 100) { nodes { commit { ...B } } } } fragment B on Commit { authors(first: 100) { nodes { name } } }`,
    ],
    [
      'behind inline fragments',
      `{ node(id: "x") { ... on PullRequest { headRepository { pullRequests(first: 100) { nodes { files(first: 100) { nodes { path } } commits(first: 100) { nodes { commit { authors(first: 50) { nodes { name } } } } } } } } } } }`,
    ],
  ])('is limited %s', (_, text) => {
    expect(() => check(text)).toThrow(/possible nodes which exceeds the maximum limit of 500000/);
  });

  it('counts a number that comes as a variable', () => {
    const text = `query($n: Int) { ${pulls('files(first: 100) { nodes { path } } commits(first: $n) { nodes { commit { authors(first: 100) { nodes { name } } } } }', '$n')} }`;
    expect(() => check(text, { n: 100 })).toThrow(/possible nodes/);
    expect(() => check(text, { n: 10 })).not.toThrow();
  });

  it('is not multiplied for a list that is only counted', () => {
    expect(() => check(`{ ${pulls('commits { totalCount } comments { totalCount }')} }`)).not.toThrow();
  });
});

describe('the depth', () => {
  const chain = (length: number): string =>
    Array.from(
      { length },
      (_, index) =>
        `fragment F${index} on Repository { pullRequest(number: 1) { headRepository { ...F${index + 1} } } }`,
    ).join(' ') + ` fragment F${length} on Repository { id }`;

  it('is limited with fragments written out', () => {
    expect(() => check(`{ repository(owner: "a", name: "b") { ...F0 } } ${chain(20)}`)).toThrow(
      /more than 30 fields deep/,
    );
    expect(() => check(`{ repository(owner: "a", name: "b") { ...F0 } } ${chain(10)}`)).not.toThrow();
  });

  it('is measured once for each fragment, however often fragments repeat fragments', () => {
    const doubled = Array.from(
      { length: 14 },
      (_, index) =>
        `fragment F${index} on Repository { a: pullRequest(number: 1) { headRepository { ...F${index + 1} } } b: pullRequest(number: 1) { headRepository { ...F${index + 1} ...F${index + 1} } } }`,
    ).join(' ');
    expect(() =>
      check(`{ repository(owner: "a", name: "b") { ...F0 } } ${doubled} fragment F14 on Repository { id }`),
    ).not.toThrow();
  });
});
