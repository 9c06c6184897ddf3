import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { text } from './artifact-kinds.ts';
import { definePipeline } from './define-pipeline.ts';
import { gate, publication, step } from './definitions.ts';
import { transitionsTable } from './transitions-table.ts';

const config = z.strictObject({ title: z.string().default('T') });
type Config = z.output<typeof config>;
const first = step<Config>('first', { enters: 'WORKING', makes: ['page'] }, () => ({ page: '' }));
const base = { name: 'page', config, artifacts: { page: text() }, steps: [first] };

describe('definePipeline', () => {
  it('derives the table of transitions from the parts', () => {
    const { plan, order } = definePipeline({
      ...base,
      gates: [gate('check', { needs: ['page'] }, () => [])],
      publish: publication('publish', { ready: 'READY_FOR_PR', published: 'PR_OPENED' }, () => ({})),
    });
    expect(order).toEqual(['CREATED', 'WORKING', 'VALIDATING', 'READY_FOR_PR', 'PR_OPENED', 'DONE']);
    expect(transitionsTable(plan.transitions)).toBe(
      [
        '| from | to |',
        '| --- | --- |',
        '| CREATED | WORKING, FAILED, CANCELLED |',
        '| WORKING | VALIDATING, FAILED, CANCELLED |',
        '| VALIDATING | READY_FOR_PR, FIXING, FAILED, CANCELLED |',
        '| READY_FOR_PR | PR_OPENED, VALIDATING, FAILED, CANCELLED |',
        '| PR_OPENED | DONE, FAILED, CANCELLED |',
        '| DONE | none |',
        '| FIXING | VALIDATING, FAILED, CANCELLED |',
        '| FAILED | CREATED, WORKING, VALIDATING, READY_FOR_PR, PR_OPENED, FIXING |',
        '| CANCELLED | none |',
      ].join('\n'),
    );
  });

  it('accepts a table that allows more than is needed, and names what another one lacks', () => {
    const { plan } = definePipeline(base);
    expect(() => definePipeline({ ...base, transitions: { ...plan.transitions, WAITING: ['WORKING'] } })).not.toThrow();
    expect(() => definePipeline({ ...base, transitions: { ...plan.transitions, WORKING: ['DONE'] } })).toThrow(
      /must allow WORKING → FAILED\n- transitions must allow WORKING → CANCELLED/,
    );
  });

  it.each([
    ['no step', { steps: [] }, /steps must not be empty/],
    ['an invalid name', { name: 'My page' }, /name 'My page' must match/],
    ['a name twice', { steps: [first, first] }, /'first' is used twice/],
    ['an unknown artifact', { artifacts: {} }, /'first' refers to artifact 'page', which is not declared/],
    [
      'an artifact that is needed too early',
      { steps: [{ ...first, needs: ['page'], makes: [] }] },
      /no earlier step makes/,
    ],
    ['a step that enters an end', { steps: [{ ...first, enters: 'DONE' }] }, /must not enter DONE/],
    ['an invalid state', { steps: [{ ...first, enters: 'working' }] }, /state 'working' must match/],
  ])('rejects %s', (_, change, message) => {
    expect(() => definePipeline({ ...base, ...change })).toThrow(message);
  });

  it('checks at compile time that all parts agree on the configuration', () => {
    step<Config>('typed', { enters: 'X', each: ({ config: { title } }) => [title] }, ({ config: given }) => {
      expectTypeOf(given).toEqualTypeOf<{ title: string }>();
      return {};
    });
    const other = step<{ size: number }>('other', { enters: 'X' }, () => ({}));
    // @ts-expect-error: the step expects another configuration.
    definePipeline({ ...base, steps: [first, other] });
  });
});
