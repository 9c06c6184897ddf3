/** A pipeline with a fan-out, a gate that fails twice, a fixer, and a publication that an outside ledger counts. */
import { appendFileSync } from 'node:fs';
import { definePipeline, fixer, gate, publication, step, text } from '@recourse/runs';
import { z } from 'zod';

const config = z.strictObject({
  sections: z.array(z.string()).default(['a', 'b', 'c']),
  /** Where each execution of a worker leaves a line, also if its process dies right after. */
  log: z.string(),
  ledger: z.string(),
});

/** Notes that a worker runs. The write is synchronous: a kill cannot lose it. */
const noted = (name, run) => (context) => {
  appendFileSync(context.config.log, `${context.run_id} ${name} ${context.scope}\n`);
  return run(context);
};

/** Hooks of the process under test: called right before and right after the ledger is written. */
export const hooks = { point: async () => undefined };

const publish = async ({ artifacts, config: { ledger }, effectKey, once, run_id }) => {
  const page = await artifacts.text('page');
  const receipt = await once(
    effectKey('publish'),
    async ({ key }) => {
      await hooks.point('before effect');
      const answer = await fetch(ledger, { method: 'POST', body: JSON.stringify({ key, run_id, page }) });
      const { number } = await answer.json();
      await hooks.point('after effect');
      return number;
    },
    {
      settlesWithinMs: 0,
      find: async (key) => {
        const answer = await fetch(`${ledger}?key=${encodeURIComponent(key)}`);
        const { number } = await answer.json();
        return number ?? undefined;
      },
    },
  );
  return { receipt: String(receipt) };
};

export const ledgerPipeline = definePipeline({
  name: 'ledger_page',
  config,
  artifacts: { outline: text(), draft: text(), page: text(), receipt: text() },
  steps: [
    step(
      'outline',
      { enters: 'OUTLINING', makes: ['outline'] },
      noted('outline', ({ config: { sections } }) => ({ outline: sections.join(' ') })),
    ),
    step(
      'draft',
      { enters: 'DRAFTING', each: ({ config: { sections } }) => sections, needs: ['outline'], makes: ['draft'] },
      noted('draft', ({ scope }) => ({ draft: `Section ${scope}` })),
    ),
    step(
      'join',
      { enters: 'JOINING', needs: ['draft'], makes: ['page'] },
      noted('join', async ({ artifacts }) => {
        const drafts = await Promise.all(artifacts.scopes('draft').map((scope) => artifacts.text('draft', scope)));
        return { page: drafts.join('\n') };
      }),
    ),
  ],
  gates: [
    gate(
      'marks',
      { needs: ['page'] },
      noted('marks', async ({ artifacts }) => {
        const marks = (await artifacts.text('page')).split('!').length - 1;
        return marks < 2
          ? [{ code: 'MARK_MISSING', severity: 'error', message: 'Two marks are needed', context: String(marks) }]
          : [];
      }),
    ),
  ],
  fixers: [
    fixer(
      'add_mark',
      { fixes: ({ code }) => code === 'MARK_MISSING', needs: ['page'], makes: ['page'] },
      noted('add_mark', async ({ artifacts }) => ({ page: `${await artifacts.text('page')}!` })),
    ),
  ],
  publish: publication('publish', { needs: ['page'], makes: ['receipt'], automatic: true }, noted('publish', publish)),
});
