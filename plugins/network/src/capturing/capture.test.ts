import { describe, expect, it } from 'vitest';
import { Capture, mostExchanges } from './capture.ts';

const sent = (requestId: string, url: string, more: object = {}) => ({
  requestId,
  type: 'Fetch',
  timestamp: 1,
  wallTime: 0,
  request: { method: 'GET', url, headers: {} },
  ...more,
});
const response = { status: 200, mimeType: 'text/plain', headers: {} };

describe('a capture', () => {
  it('keeps requests that match, with their responses and failures', () => {
    const capture = new Capture(['*/api/*'], 0);
    capture.sent('F', sent('1', 'http://a/api/x'));
    capture.sent('F', sent('2', 'http://a/other'));
    capture.sent('F', sent('3', 'http://a/api/y'));
    capture.responded('F', '1', response);
    capture.finished('F', '1', 1.5);
    capture.finished('F', '3', 2, 'net::ERR_FAILED');
    expect(capture.finished('F', '2', 2)).toBeUndefined();
    expect(capture.after(0)).toMatchObject([
      { number: 1, status: 200, state: 'finished', durationMs: 500 },
      { number: 2, state: 'failed', failure: 'net::ERR_FAILED' },
    ]);
  });

  it('ends an exchange with each redirect, and keeps equal ids of two frames apart', () => {
    const capture = new Capture(['*'], 0);
    capture.sent('F', sent('1', 'http://a/old'));
    capture.sent('G', sent('1', 'http://b/frame'));
    capture.sent('F', sent('1', 'http://a/new', { redirectResponse: { ...response, status: 302 } }));
    expect(capture.after(0)).toMatchObject([
      { url: 'http://a/old', status: 302, state: 'finished' },
      { url: 'http://b/frame', state: 'pending' },
      { url: 'http://a/new', state: 'pending' },
    ]);
  });

  it('drops and counts the oldest exchanges beyond its limit', () => {
    const capture = new Capture(['*'], 0);
    for (let at = 0; at < mostExchanges + 3; at += 1) capture.sent('F', sent(String(at), 'http://a/'));
    expect(capture.after(0)).toHaveLength(mostExchanges);
    expect(capture.dropped).toBe(3);
    expect(capture.after(mostExchanges)).toHaveLength(3);
  });
});
