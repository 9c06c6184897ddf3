import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createRuns,
  definePipeline,
  fixer,
  gate,
  json,
  publication,
  step,
  text,
  transitionsTable,
} from '@recourse/runs';
import type { WorkContext } from '@recourse/runs';
import { openStores } from '@recourse/stores';
import { z } from 'zod';

const config = z.strictObject({ title: z.string(), sections: z.array(z.string()).default(['install', 'use']) });
type Config = z.output<typeof config>;

/** The outside world: a web site that has no idea of idempotency. */
const site = new Map<string, string>();

/** Publishes the page. `once` makes sure that it happens at most once, also if the process dies in it. */
const putOnline = async ({ artifacts, once, effectKey }: WorkContext<Config>) => {
  const page = await artifacts.text('page');
  const address = await once(
    effectKey('put_online'),
    async ({ key }) => {
      site.set(key, page);
      return `https://example.org/${site.size}`;
    },
    {
      // Tells the engine whether an attempt took effect whose process died.
      find: async (key) => (site.has(key) ? `https://example.org/${[...site.keys()].indexOf(key) + 1}` : undefined),
      settlesWithinMs: 0,
    },
  );
  return { address };
};

let hasFailed = false;

const guide = definePipeline({
  name: 'guide',
  config,
  artifacts: { plan: json(z.strictObject({ title: z.string() })), draft: text(), page: text(), address: text() },
  steps: [
    step<Config>('plan', { enters: 'PLANNING', makes: ['plan'] }, ({ config: { title } }) => ({ plan: { title } })),
    step<Config>(
      'draft',
      { enters: 'DRAFTING', each: ({ config: { sections } }) => sections, needs: ['plan'], makes: ['draft'] },
      ({ scope }) => ({ draft: `How to ${scope} it` }),
    ),
    step<Config>(
      'join',
      { enters: 'JOINING', needs: ['draft'], makes: ['page'], retries: 0 },
      async ({ artifacts }) => {
        if (!hasFailed) {
          hasFailed = true;
          throw new Error('The printer is out of paper');
        }
        const drafts = await Promise.all(artifacts.scopes('draft').map((scope) => artifacts.text('draft', scope)));
        return { page: drafts.join('\n') };
      },
    ),
  ],
  gates: [
    gate<Config>('title', { needs: ['page'] }, async ({ artifacts, config: { title } }) =>
      (await artifacts.text('page')).startsWith(title)
        ? []
        : [{ code: 'title_missing', severity: 'error', message: `The page must start with '${title}'` }],
    ),
  ],
  fixers: [
    fixer<Config>(
      'add_title',
      { fixes: ({ code }) => code === 'title_missing', needs: ['page'], makes: ['page'] },
      async ({ artifacts, config: { title } }) => ({ page: `${title}\n${await artifacts.text('page')}` }),
    ),
  ],
  publish: publication<Config>('put_online', { needs: ['page'], makes: ['address'] }, putOnline),
});

const folder = mkdtempSync(path.join(tmpdir(), 'recourse-example-'));
const stores = await openStores({ kind: 'sqlite', file: path.join(folder, 'state.db') });
const runs = createRuns({ stores, pipelines: [guide] });
await runs.work();

const { run_id } = await runs.start('guide', { title: 'Guide' }, { key: 'guide-1' });
const failed = await runs.wait(run_id);
console.log(failed.state, JSON.stringify(failed.failure));

const again = await runs.start('guide', { title: 'Guide' }, { key: 'guide-1' });
console.log('the same run:', again.run_id === run_id, again.replayed);

await runs.resume(run_id);
const ready = await runs.wait(run_id);
console.log(ready.state, `${ready.progress.percent} %`, `${ready.fix_attempts} fix`);
for (const { id, status } of ready.work_items) console.log(' ', id.slice(run_id.length + 1).padEnd(28), status);

await runs.request(run_id, 'publish');
const done = await runs.wait(run_id);
console.log(done.state, Buffer.from((await runs.artifact(run_id, 'address')).content).toString());
console.log('intact:', (await runs.verify(run_id)).ok);
console.log(`\n${transitionsTable(guide.plan.transitions)}`);

await runs.close();
await stores.close();
rmSync(folder, { recursive: true });
