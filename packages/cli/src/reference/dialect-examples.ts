/** @recourse-example: these codes are shown, never produced. */
import { batch, fail, succeed, warn } from '@recourse/contract';
import type { Outcome } from '@recourse/contract';
import { exampleCorrelationId, exampleOutcome } from '../examples/example-outcome.ts';
import { findCodes } from '../explain/find-code.ts';
import { knownSets } from '../registries/known-sets.ts';

export interface TitledExample {
  readonly title: string;
  readonly outcome: Outcome;
}

const issue = { number: 42, title: 'Crash on start', state: 'open' } as const;

/** A failure with nearly everything that one can say, in a code of the core. */
const richFailure = () =>
  fail(
    'NOT_FOUND_RESOURCE',
    { resource_type: 'issue', resource_id: 'octo/demo#24', may_be_hidden: false },
    {
      subject: { type: 'repository', id: 'octo/demo' },
      next_actions: [
        {
          tool: 'list_issues',
          arguments: { repo: 'octo/demo', state: 'open' },
          why: 'It lists the issues that exist.',
        },
      ],
      similar: [{ ref: 'octo/demo#42', role: 'issue', name: 'Crash on start' }],
      correlation_id: exampleCorrelationId,
    },
  );

/** The examples of a dialect's page. `ownCode` is a code that the dialect itself names. */
export const dialectExamples = async (ownCode: string): Promise<readonly TitledExample[]> => {
  const own = findCodes(ownCode, knownSets)[0];
  return [
    { title: 'A success', outcome: succeed(issue) },
    ...(own ? [{ title: 'A typical failure', outcome: await exampleOutcome(own.set, own.code) }] : []),
    { title: 'A detailed failure', outcome: richFailure() },
    {
      title: 'A success with a warning',
      outcome: succeed(issue, [
        warn('RATE_LIMIT_QUOTA_WARNING', { metric: 'comments_per_hour', current: 41, warn_threshold: 40 }),
      ]),
    },
    {
      title: 'A batch in which one item failed',
      outcome: batch(
        [
          succeed(issue),
          fail('VALIDATION_MISSING_PARAM', { param_name: 'title' }, { correlation_id: exampleCorrelationId }),
        ],
        { correlation_id: exampleCorrelationId },
      ),
    },
  ];
};
