import type { JsonObject } from '@recourse/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Condition } from './element-page.ts';
import type { ListedTool } from './pair-record.ts';
import { sampled } from './pair-stage.ts';
import type { PairStage } from './pair-stage.ts';
import { sampleArguments } from './sample-arguments.ts';

/** The pairs that are about elements of a page. */
export const describeElements = (open: () => PairStage): void => {
  describe('codes about elements:', () => {
    beforeAll(async () => void (await open().attach()));

    it('REF_NOT_FOUND answers with it for a number that no element has', async () => {
      const numbered = (tool: ListedTool): JsonObject => {
        const { selector: _, ...args } = sampled(tool);
        return 'fields' in args ? { ...args, fields: [{ ref: 99_999, value: 'a' }] } : { ...args, ref: 99_999 };
      };
      expect(await open().provoke('REF_NOT_FOUND', numbered)).toEqual([]);
    });

    it.each([
      ['SELECTOR_NO_MATCH', '#nothing'],
      ['SELECTOR_INVALID', '##'],
    ])('%s answers with it for the selector %s', async (code, selector) => {
      expect(await open().provoke(code, ({ inputSchema }) => sampleArguments(inputSchema, selector))).toEqual([]);
    });

    it.each(['EXPECTATION_FAILED', 'WAIT_TIMEOUT'])('%s answers with it if a condition does not hold', async (code) => {
      expect(await open().provoke(code, unmet)).toEqual([]);
    });

    it.each([
      ['ELEMENT_NOT_VISIBLE', 'hidden'],
      ['ELEMENT_DISABLED', 'disabled'],
      ['ELEMENT_COVERED', 'covered'],
      ['TYPE_NO_EFFECT', 'stubborn'],
      ['BATCH_PARTIAL_FAILURE', 'stubborn'],
    ] as const)('%s answers with it for an element that is %s', async (code, condition) => {
      expect(await open().provoke(code, (tool) => inCondition(tool, condition))).toEqual([]);
    });

    it.each([
      ['FILE_NOT_FOUND', '/nowhere/file'],
      ['ABSOLUTE_PATH_REQUIRED', 'file'],
    ])('%s answers with it for the file %s', async (code, file) => {
      const given = (tool: ListedTool): JsonObject => ({ ...sampled(tool), paths: [file] });
      const except = ['electron_launch', 'electron_dialog_handler'];
      expect(await open().provoke(code, given, { except })).toEqual([]);
    });

    it('SURFACE_UNSUPPORTED answers with it while secrets of the page move', async () => {
      const { outside, provoke } = open();
      const page = await outside.page();
      await page.send('Runtime.evaluate', { expression: movingSecret });
      expect(await provoke('SURFACE_UNSUPPORTED', () => ({}))).toEqual([]);
      await page.send('Runtime.evaluate', { expression: 'clearInterval(moving)' });
    });

    it('EVAL_RUNTIME_ERROR or EVAL_TIMEOUT answers with it for code that fails or does not end', async () => {
      const { call } = open();
      const failed = { code: 'EVAL_RUNTIME_ERROR' };
      expect(await call('electron_eval_renderer', { code: 'null.x' })).toMatchObject(failed);
      const endless = { code: 'new Promise(() => 1)', timeoutMs: 50 };
      expect(await call('electron_eval_renderer', endless)).toMatchObject({ code: 'EVAL_TIMEOUT' });
    });
  });
};

/** Arguments whose condition does not hold. */
const unmet = (tool: ListedTool): JsonObject => {
  const condition = tool.name.endsWith('check') ? 'stubborn' : tool.name.endsWith('visible') ? 'hidden' : 'ready';
  const args = sampled(tool, condition);
  if (tool.name.endsWith('_state')) return { ...args, state: { checked: true } };
  return tool.name.endsWith('_selector') ? { ...args, state: 'hidden' } : args;
};

/** Arguments for an element in a condition that matters to the tool. */
const inCondition = (tool: ListedTool, condition: Condition): JsonObject => {
  const args = sampled(tool, condition);
  // The wheel turns at a place; without a distance, the tool only scrolls.
  if (tool.name === 'electron_scroll') return { ...args, dy: 10 };
  // Text is typed into a covered field; a covered box cannot be clicked.
  const isBox = tool.name === 'electron_fill_form' && condition === 'covered';
  return isBox ? { ...args, fields: [{ selector: '#covered-check', value: true }] } : args;
};

const movingSecret = `document.body.insertAdjacentHTML('beforeend', '<input type=password id=moving-secret style="position:absolute;top:0">');
let height = 40; var moving = setInterval(() => { document.querySelector('#moving-secret').style.height = (height += 1) + 'px'; }, 0);`;
