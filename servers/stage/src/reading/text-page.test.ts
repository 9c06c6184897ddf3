import { describe, expect, it } from 'vitest';
import { countTokens } from '../tokens/count-tokens.ts';
import { pageOfText } from './text-page.ts';

describe('a long text in pages', () => {
  it.each(['word ', '字段', '👩‍👩‍👧', '"\n\\', 'deadbeef'])('is whole again when its pages of %j are joined', (part) => {
    const text = part.repeat(700);
    const pages: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const page = pageOfText(text, offset, 100);
      expect(countTokens(JSON.stringify(page.text))).toBeLessThanOrEqual(100);
      expect(page.text).toBe(Buffer.from(page.text).toString());
      pages.push(page.text);
      offset = page.nextOffset;
    }
    expect(pages.join('')).toBe(text);
    expect(pages.length).toBeGreaterThan(1);
  });
});
