import { describe, expect, it } from 'vitest';
import { clipTokens } from './clip-tokens.ts';
import { countTokens } from './count-tokens.ts';
import { mergedLength } from './merged-length.ts';

/** Strings with their o200k tokens, as `gpt-tokenizer` 4.0.0 counts them. */
// prettier-ignore
const recorded: readonly (readonly [string, number])[] = [
  ["Save draft", 2],
  ["The quick settings page lets you change the account name.", 11],
  ["[12] button \"Save\" disabled\\n", 9],
  ["{\"ref\":12,\"role\":\"button\",\"name\":\"Delete account\",\"state\":{\"disabled\":true}}", 20],
  ["设置页面允许您更改帐户名称、通知频率和默认项目。", 17],
  ["設定ページでは、アカウント名を変更できます。", 13],
  ["설정 페이지에서 계정 이름을 변경할 수 있습니다.", 13],
  ["На странице настроек можно изменить имя учётной записи.", 12],
  ["تتيح لك صفحة الإعدادات تغيير اسم الحساب", 10],
  ["सेटिंग पृष्ठ आपको खाते का नाम बदलने देता है।", 14],
  ["หน้าการตั้งค่าช่วยให้คุณเปลี่ยนชื่อบัญชี", 14],
  ["😀🎉👩\u200d👩\u200d👧🚀🔥✅❤️🏳️\u200d🌈", 22],
  ["deadbeef0123f00dcafe4242 0f3b9a77c1", 21],
  ["aGVsbG8gd29ybGQgZm9vIGJhcg9xZ+/==", 21],
  ["Die Einstellungsseite: Kontonamen, Benachrichtigungshäufigkeit", 17],
  ["􏿿🧿\u0301\u200d\ufffd", 10],
  ["           \n\n\t\t  x", 4],
  ["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", 5],
  ["qzxjvkwpq zzxxqj vvkkq", 13],
  ["<|endoftext|> https://example.com/a?b=c&d=%20", 19],
];

describe('the bound of tokens', () => {
  it.each(recorded)('is at least the tokens of %j', (text, tokens) => {
    expect(countTokens(text)).toBeGreaterThanOrEqual(tokens);
  });

  it('is less than a third above the recorded counts together', () => {
    const real = recorded.reduce((sum, [, tokens]) => sum + tokens, 0);
    const bound = recorded.reduce((sum, [text]) => sum + countTokens(text), 0);
    expect(bound).toBeLessThan(1.33 * real);
  });

  it('counts numbers by three digits, as the encoding does', () => {
    expect(countTokens('123456')).toBe(2);
    expect(countTokens('')).toBe(0);
  });

  it('counts a long text without spaces', () => {
    const text = '字'.repeat(50_000);
    expect(countTokens(text)).toBeLessThanOrEqual(Buffer.byteLength(text));
    expect(mergedLength('ab')).toBe(1);
  });
});

describe('a string cut to a number of tokens', () => {
  it('has no more tokens, and ends with a whole character', () => {
    for (const text of recorded.map(([one]) => one.repeat(20))) {
      const cut = clipTokens(text, 12);
      expect(countTokens(cut)).toBeLessThanOrEqual(12);
      expect(cut).toBe(Buffer.from(cut).toString());
    }
  });

  it('is not changed if it fits', () => {
    expect(clipTokens('Save draft', 12)).toBe('Save draft');
  });
});
