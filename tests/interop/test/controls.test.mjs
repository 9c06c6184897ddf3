import { recourse } from '@recourse/contract/dialects/recourse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspector016, inspector212, sdk120, sdk124, sdk132, sdk24Legacy, sdk24Modern } from '../src/clients/index.mjs';
import { outcomes } from '../src/outcomes.mjs';
import { stdioV2 } from '../src/servers/index.mjs';
import { expectOutcome } from './expect-outcome.mjs';

/** These show that the other tests can fail, and why the advertised schema has the form it has. */
const clients = {
  'that check error results': [sdk120, sdk124, sdk132, inspector016, inspector212],
  'that do not': [sdk24Legacy, sdk24Modern],
};

/**
 * One connection for all tests of a client.
 *
 * @param {import('../src/clients/sdk-client.mjs').ClientUnderTest} client
 */
const useFailuresOf = (client) => {
  /** @type {import('../src/clients/sdk-client.mjs').Connection | undefined} */
  let connection;
  beforeAll(async () => {
    connection = await client.connect(stdioV2);
  });
  afterAll(() => connection?.close());
  return async (/** @type {string} */ tool) => connection?.callTool(tool, { outcome: 'failure' });
};

describe.each(clients['that check error results'])('$name', (client) => {
  const callForFailure = useFailuresOf(client);

  it('loses a failure that an output schema of the success alone does not allow', async () => {
    await expect(callForFailure('control_success_only')).rejects.toThrow(/constant/);
  });

  it('loses a failure that fits both branches of oneOf', async () => {
    await expect(callForFailure('control_one_of')).rejects.toThrow(/exactly one schema/);
  });

  it('passes the same failure on if the branches are in anyOf', async () => {
    expectOutcome(await callForFailure('control_any_of'), outcomes.failure, recourse);
  });
});

describe.each(clients['that do not'])('$name', (client) => {
  const callForFailure = useFailuresOf(client);

  it.each(['control_success_only', 'control_one_of', 'control_any_of'])('passes the failure of %s on', async (tool) => {
    expectOutcome(await callForFailure(tool), outcomes.failure, recourse);
  });
});
