import { beforeEach, expect, it, vi } from 'vitest';
import type { Call } from './call.ts';
import type * as CallContext from './call-context.ts';

let context: typeof CallContext;

const callNamed = (correlation_id: string): Call => ({ correlation_id }) as Call;
const [first, second] = [callNamed('first'), callNamed('second')];

beforeEach(async () => {
  vi.resetModules();
  context = await import('./call-context.ts');
  context.watchCalls();
});

it('attributes the first error to the only call that was made', () => {
  context.inCall(first, () => undefined);
  context.inCall(first, () => undefined);
  expect(context.callOfStrayError()).toBe(first);
});

it('attributes the first error to no call if there were several', () => {
  context.inCall(first, () => undefined);
  context.inCall(second, () => undefined);
  expect(context.callOfStrayError()).toBeUndefined();
});

it('attributes every later error to its own call, also behind an await', async () => {
  context.callOfStrayError();
  const found = await Promise.all(
    [first, second].map((call) =>
      context.inCall(call, async () => {
        await Promise.resolve();
        return context.callOfStrayError();
      }),
    ),
  );
  expect(found).toEqual([first, second]);
  expect(context.callOfStrayError()).toBeUndefined();
});
