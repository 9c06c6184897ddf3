import { describe, expect, it } from 'vitest';
import { answerElicitation } from './elicitation.ts';

const form = (properties: object) => ({
  params: {
    mode: 'form' as const,
    message: 'Sure?\nIt is final',
    requestedSchema: { type: 'object' as const, properties },
  },
});

describe('a dialogue of a server', () => {
  it('that asks for a yes is put to the person', async () => {
    const asked: unknown[] = [];
    const answer = answerElicitation((question) => asked.push(question) > 0);
    expect(await answer(form({ confirm: { type: 'boolean' } }) as never)).toEqual({
      action: 'accept',
      content: { confirm: true },
    });
    expect(asked).toMatchObject([{ message: 'Sure?', reasons: ['It is final'] }]);
  });

  it.each([
    ['a password', { password: { type: 'string' } }],
    ['a yes and something else', { confirm: { type: 'boolean' }, card: { type: 'string' } }],
    ['a yes in words', { confirm: { type: 'string' } }],
  ])('that asks for %s is declined without asking the user', async (_, properties) => {
    const answer = answerElicitation(() => {
      throw new Error('Nobody is to be asked');
    });
    expect(await answer(form(properties) as never)).toEqual({ action: 'decline' });
  });

  it('that opens a page is declined', async () => {
    const url = { params: { mode: 'url', message: 'x', url: 'https://example.org', elicitationId: '1' } };
    expect(await answerElicitation(() => true)(url as never)).toEqual({ action: 'decline' });
  });
});
