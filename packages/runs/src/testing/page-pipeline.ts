import { z } from 'zod';
import { json, text } from '../pipeline/artifact-kinds.ts';
import { definePipeline } from '../pipeline/define-pipeline.ts';
import { fixer, gate, publication, step } from '../pipeline/definitions.ts';

const config = z.strictObject({ title: z.string(), sections: z.array(z.string()).default(['a', 'b']) });
type Config = z.output<typeof config>;

/** A small pipeline with every kind of worker. Its gate fails once; it waits to be published. */
export const pagePipeline = definePipeline({
  name: 'page',
  config,
  artifacts: { plan: json(z.strictObject({ title: z.string() })), draft: text(), page: text(), url: text() },
  steps: [
    step<Config>('make_plan', { enters: 'PLANNING', makes: ['plan'] }, ({ config }) => ({
      plan: { title: config.title },
    })),
    step<Config>(
      'draft_sections',
      { enters: 'DRAFTING', each: ({ config }) => config.sections, needs: ['plan'], makes: ['draft'] },
      ({ scope }) => ({ draft: `Section ${scope}` }),
    ),
    step<Config>('join', { enters: 'JOINING', needs: ['draft'], makes: ['page'] }, async ({ artifacts }) => {
      const drafts = await Promise.all(artifacts.scopes('draft').map((scope) => artifacts.text('draft', scope)));
      return { page: drafts.join('\n') };
    }),
  ],
  gates: [
    gate<Config>('has_title', { needs: ['page'] }, async ({ artifacts, config }) =>
      (await artifacts.text('page')).startsWith(config.title)
        ? []
        : [{ code: 'NO_TITLE', severity: 'error', message: 'The page has no title' }],
    ),
  ],
  fixers: [
    fixer<Config>(
      'add_title',
      { fixes: ({ code }) => code === 'NO_TITLE', needs: ['page'], makes: ['page'] },
      async ({ artifacts, config }) => ({ page: `${config.title}\n${await artifacts.text('page')}` }),
    ),
  ],
  publish: publication('put_online', { needs: ['page'], makes: ['url'] }, () => ({ url: 'https://example.org/' })),
});
