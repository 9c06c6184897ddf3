import { stagewright } from '@recourse/contract/dialects/stagewright';
import { coreCodes } from '@recourse/contract/registries';
import { describeStages } from '@recourse/engine/stages';
import { describe, expect, it } from 'vitest';
import { frameworkCodes } from './framework-codes.ts';
import { linkStage } from './testing/linked-stage.ts';

/** Every tool lists this one itself, and tools that take code list the other. */
const listed = new Set(['BAD_ARGUMENT', 'EVAL_BLOCKED_CONSTRUCT']);
/** The stage's own refusals of tools that it does not offer. */
const ofOffer = ['TOOL_GATED', 'TOOL_NOT_IN_PROFILE'];

describe('the framework codes', () => {
  it('are those that the stages of the pipeline answer with, and the refusals of tools that are not offered', () => {
    const definitions = Object.values(coreCodes.definitions);
    const ofStages = new Set(describeStages().flatMap(({ codes }) => codes));
    const shown = definitions.filter(({ code }) => ofStages.has(code)).map((one) => String(stagewright.ownCode(one)));
    const expected = new Set([...shown, ...ofOffer, 'INTERNAL_ERROR'].filter((code) => !listed.has(code)));
    expect(frameworkCodes.toSorted()).toEqual([...expected].toSorted());
  });

  it('are named once, in the instructions of the server', async () => {
    const stage = await linkStage({}, '/');
    const instructions = stage.client.getInstructions() ?? '';
    for (const code of frameworkCodes) expect(instructions.split(code), code).toHaveLength(2);
    await stage.close();
  });
});
