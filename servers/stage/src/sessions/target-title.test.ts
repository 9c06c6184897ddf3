import { describe, expect, it } from 'vitest';
import { targetTitle } from './target-title.ts';

describe('targetTitle', () => {
  it.each([
    ['the address without its scheme', '127.0.0.1:5173/receipt.html', 'http://127.0.0.1:5173/receipt.html'],
    ['the address without its slash', 'example.test', 'https://example.test/'],
    ['the whole address', 'file:///srv/app/index.html', 'file:///srv/app/index.html'],
    ['the name of the file', 'index.html', 'file:///srv/app/index.html'],
    ['the decoded address', 'example.test/größe 1', 'https://example.test/gr%C3%B6%C3%9Fe%201'],
    ['an address that cannot be decoded', 'example.test/%zz', 'https://example.test/%zz'],
    ['nothing', '', 'about:blank'],
  ])('is empty while Chromium reports %s', (_, title, url) => {
    expect(targetTitle({ title, url })).toBe('');
  });

  it.each([
    ['Receipt', 'http://127.0.0.1:5173/receipt.html'],
    ['example.test', 'https://example.test/orders'],
    ['100 % wool', 'https://example.test/'],
  ])('keeps the title %s', (title, url) => {
    expect(targetTitle({ title, url })).toBe(title);
  });
});
