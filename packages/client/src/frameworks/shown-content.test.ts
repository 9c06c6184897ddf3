import { describe, expect, it } from 'vitest';
import { shownContent } from './shown-content.ts';

const text = (words: string) => ({ type: 'text', text: words });
const shown = (content: readonly object[], structuredContent?: object) =>
  shownContent({ isError: false, content, ...(structuredContent && { structuredContent }) } as never);
const partsOf = (content: readonly object[], structured?: object): unknown => {
  const found = shown(content, structured);
  return found.type === 'parts' ? found.parts : 'a value';
};

describe('what a model is shown of a success', () => {
  it('is the structured content if a text block repeats it or there is no other block', () => {
    const value = { paid: 1 };
    expect(shown([text('{"paid":1}')], value)).toEqual({ type: 'value', value });
    expect(shown([], value)).toEqual({ type: 'value', value });
  });

  it('has nothing of what is for programs', () => {
    expect(shown([], { paid: 1, _meta: { session_id: 's' } })).toEqual({ type: 'value', value: { paid: 1 } });
  });

  it('are the blocks where there is more to see, and the structured content once', () => {
    const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
    const media = { type: 'media', mediaType: 'image/png', data: 'aGk=' };
    expect(partsOf([image], { paid: 1 })).toEqual([text('{"paid":1}'), media]);
    expect(partsOf([text('{ "paid": 1 }'), image], { paid: 1 })).toEqual([text('{ "paid": 1 }'), media]);
    expect(partsOf([text('a'), text('b')])).toEqual([text('a'), text('b')]);
  });

  it('are enclosed files, and unknown blocks as they are written', () => {
    const blob = { uri: 'x:1', mimeType: 'audio/wav', blob: 'aGk=' };
    const link = { type: 'resource_link', uri: 'x:2', name: 'two' };
    const blocks = [
      { type: 'resource', resource: { uri: 'x:1', text: 'words' } },
      { type: 'resource', resource: blob },
      { ...link, annotations: { audience: ['user'] } },
      { type: 'image', data: 'aGk=', mimeType: 'image/png"; x="' },
    ];
    expect(partsOf(blocks)).toEqual([
      text('words'),
      { type: 'media', mediaType: 'audio/wav', data: 'aGk=' },
      text(JSON.stringify(link)),
      text(JSON.stringify(blocks[3])),
    ]);
  });

  it('is nothing if there is nothing', () => {
    expect(partsOf([])).toEqual([]);
  });
});
