import { createServer } from 'node:http';
import { once } from 'node:events';
import { createStageServer } from '@recourse/stage';
import { countTokens } from '@recourse/stage/tokens';
import { linkClient } from '@recourse/testkit';
import fc from 'fast-check';
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base';
import { countTokens as countExactly } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rankTable } from '../../../servers/stage/dist/tokens/rank-table.js';

/** @param {string} text */
const exactly = (text) => countExactly(text, { disallowedSpecial: new Set() });

/** Samples of many scripts and encodings. */
const words = {
  latin: 'Save the quarterly report',
  chinese: '设置页面允许您更改帐户名称',
  japanese: '設定ページでアカウント名を変更できます',
  korean: '설정 페이지에서 계정 이름을 변경할 수 있습니다',
  cyrillic: 'На странице настроек можно изменить имя',
  arabic: 'تتيح لك صفحة الإعدادات تغيير اسم الحساب',
  hindi: 'सेटिंग पृष्ठ आपको खाते का नाम बदलने देता है',
  thai: 'หน้าการตั้งค่าช่วยให้คุณเปลี่ยนชื่อ',
  emoji: '😀🎉👩‍👩‍👧🚀🔥✅❤️🏳️‍🌈',
  hex: 'deadbeef0123f00dcafe42',
  base64: 'aGVsbG8gd29ybGQgZm9vIGJhcg9xZ',
};

describe('the bound of tokens', () => {
  it('has the first ranks of the encoding, in their order', () => {
    const bytesOf = (/** @type {string | readonly number[]} */ token) => Buffer.from(/** @type {string} */ (token));
    const expected = ranks.slice(0, rankTable().size).map((token) => bytesOf(token).toString('latin1'));
    expect([...rankTable().keys()]).toEqual(expected);
    expect(rankTable().size).toBeGreaterThan(40_000);
  });

  it('is never below the tokens of the encoding', () => {
    const parts = fc.array(fc.constantFrom(...Object.values(words), ' ', '\n', '"name":', '[12] ', '\\n', '  ', '…'), {
      maxLength: 60,
    });
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.base64String({ maxLength: 400 }),
      fc.string({ maxLength: 300 }),
      parts.map((list) => list.join('')),
    );
    fc.assert(
      fc.property(text, (value) => countTokens(value) >= exactly(value)),
      { numRuns: 5000 },
    );
  });
});

describe('answers of the stage', () => {
  /** @type {Map<string, string>} */
  const pages = new Map();
  const web = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(pages.get(request.url ?? ''));
  });
  const stage = createStageServer({
    settings: {
      chromiumArguments: ['--no-sandbox'],
      isHeadless: true,
      electron: undefined,
      electronArguments: [],
      appRoots: [],
    },
    environment: process.env,
  });
  /** @type {Awaited<ReturnType<typeof linkClient>>} */
  let linked;
  let origin = '';
  beforeAll(async () => {
    web.listen(0, '127.0.0.1');
    await once(web, 'listening');
    origin = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (web.address()).port}`;
    linked = await linkClient(stage.server);
  });
  afterAll(async () => {
    await linked.close();
    await stage.close();
    web.close();
  });

  const call = async (/** @type {string} */ name, /** @type {Record<string, unknown>} */ args) => {
    const result = await linked.client.callTool({ name, arguments: args });
    const content = /** @type {{ text: string }[]} */ (result.content);
    return {
      value: /** @type {any} */ (result.structuredContent),
      texts: [content[0]?.text ?? '', JSON.stringify(result.structuredContent)],
    };
  };

  it.each(Object.entries(words))('keep their budget on pages of %s', async (script, text) => {
    // The largest page once: what differs between scripts shows on smaller ones.
    for (const count of script === 'chinese' ? [10, 1000, 10_000] : [10, 500]) {
      const rows = Array.from(
        { length: count },
        (_, at) => `<div><button>${text} ${at}</button><span>${text}${at * 7919}</span></div>`,
      );
      pages.set('/', `<!doctype html><title>${text}</title><main>${rows.join('')}</main>`);
      const { value } = await call('electron_open_page', { url: `${origin}/` });
      const sessionId = value.session_id;
      for (const format of ['text', 'json']) {
        for (const budgetTokens of [400, 3000, 20_000]) {
          const answer = await call('electron_snapshot', { sessionId, format, budgetTokens });
          const tokens = answer.texts.map((one) => exactly(one));
          for (const one of tokens) expect(one).toBeLessThanOrEqual(budgetTokens);
          if (answer.value.omitted) for (const one of tokens) expect(one).toBeGreaterThanOrEqual(0.6 * budgetTokens);
        }
      }
      const found = await call('electron_find', { sessionId, role: 'button', limit: 1000, budgetTokens: 2000 });
      for (const one of found.texts) expect(exactly(one)).toBeLessThanOrEqual(2000);
      const read = await call('electron_get_text', { sessionId, selector: 'main', budgetTokens: 2000 });
      for (const one of read.texts) expect(exactly(one)).toBeLessThanOrEqual(2000);
      await call('electron_stop', { sessionId });
    }
  });
});
