/** Three pipelines of two short steps. Each execution of a step leaves a line in a file. */
import { appendFileSync } from 'node:fs';
import { definePipeline, step, text } from '@recourse/runs';
import { z } from 'zod';

const config = z.strictObject({ log: z.string() });

const noted =
  (name) =>
  ({ config: { log }, run_id }) => {
    appendFileSync(log, `${run_id} ${name}\n`);
    return { [name]: run_id };
  };

const crowdPipeline = (name) =>
  definePipeline({
    name,
    config,
    artifacts: { first: text(), second: text() },
    steps: [
      step('first', { enters: 'FIRST', makes: ['first'] }, noted('first')),
      step('second', { enters: 'SECOND', needs: ['first'], makes: ['second'] }, noted('second')),
    ],
  });

export const crowdPipelines = ['crowd', 'few', 'fewer'].map(crowdPipeline);
