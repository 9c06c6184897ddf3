import { definePluginTool } from '@recourse/stage-plugin';
import { z } from 'zod';
import { networkCodes } from '../codes.ts';
import { unsupportedUrl } from '../failing.ts';
import { stubsOf } from '../state.ts';
import { mostStubs } from '../stubbing/stubs.ts';
import { urls } from './fields.ts';
import { showStub, stubOutput } from './stub-output.ts';

/** The browser holds requests of these schemes only. */
const stubbable = /^(?:https?:|\*|\?|[^:]*$)/iu;

export const stub = definePluginTool({
  name: 'stub',
  description: `Answers requests of the active surface whose URLs match \`urls\` (* matches any text) with the given response, or makes them fail if \`abort\` is set. The oldest matching stub answers. A surface can have at most ${mostStubs} stubs. A stub is removed by network_unstub, after \`times\` requests, or at the end of the session.`,
  input: z.strictObject({
    urls,
    method: z
      .string()
      .regex(/^[A-Z]{1,20}$/u)
      .optional(),
    status: z.int().min(200).max(599).default(200),
    headers: z.record(z.string().max(200), z.string().max(4000)).default({}),
    body: z.string().max(10_000).default(''),
    abort: z.boolean().default(false),
    times: z.int().min(1).max(10_000).optional(),
    delayMs: z.int().min(0).max(30_000).default(0),
  }),
  output: z.object({ ...stubOutput.shape, stubs: z.int() }),
  operation: 'command',
  danger: 'reversible',
  uses: ['devtools:Fetch'],
  codes: networkCodes,
  errors: ['network.UNSUPPORTED'],
  run: async ({ arguments: { times, method, ...given }, session }) => {
    const strange = given.urls.find((url) => !stubbable.test(url));
    if (strange !== undefined) return unsupportedUrl(strange, 'only http and https requests can be intercepted');
    const stubs = stubsOf(session);
    const [first = ''] = given.urls;
    if (stubs.all().length >= mostStubs) return unsupportedUrl(first, `the surface already has ${mostStubs} stubs`);
    const added = await stubs.add({ ...given, method, left: times ?? Number.POSITIVE_INFINITY });
    return { ...showStub(added), stubs: stubs.all().length };
  },
});
