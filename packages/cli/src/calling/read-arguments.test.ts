import { describe, expect, it } from 'vitest';
import type { Io } from '../command.ts';
import { readArguments } from './read-arguments.ts';
import type { GivenArguments } from './read-arguments.ts';

const io: Io = { out: () => undefined, err: () => undefined, cwd: '.', colours: false, environment: {} };

const schema = {
  type: 'object',
  $defs: { Size: { type: 'integer' }, Loop: { $ref: '#/$defs/Loop' } },
  properties: {
    text: { type: 'string' },
    size: { $ref: '#/$defs/Size' },
    maybe: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    either: { type: ['string', 'integer'] },
    level: { enum: [1, 2, 'high'] },
    sure: { type: 'boolean' },
    list: { type: 'array', items: { type: 'integer' } },
    words: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
    deep: { type: 'object' },
    loop: { $ref: '#/$defs/Loop' },
  },
};

const read = (arg: readonly string[], more: Omit<GivenArguments, 'arg'> = {}) =>
  readArguments({ arg, ...more }, schema, io);

describe('an argument of the command line', () => {
  it.each([
    ['text=7', { text: '7' }],
    ['text=a=b', { text: 'a=b' }],
    ['text=', { text: '' }],
    ['size=-7', { size: -7 }],
    ['size=7.5', { size: '7.5' }],
    ['size=99999999999999999', { size: '99999999999999999' }],
    ['size=seven', { size: 'seven' }],
    ['maybe=1e3', { maybe: 1000 }],
    ['maybe=null', { maybe: null }],
    ['either=7', { either: '7' }],
    ['level=2', { level: 2 }],
    ['level=high', { level: 'high' }],
    ['sure=true', { sure: true }],
    ['sure=yes', { sure: 'yes' }],
    ['list=7', { list: [7] }],
    ['list=[7,8]', { list: [7, 8] }],
    ['list=[7', { list: ['[7'] }],
    ['words=null', { words: ['null'] }],
    ['deep={"a":1}', { deep: { a: 1 } }],
    ['deep={a', { deep: '{a' }],
    ['loop=x', { loop: 'x' }],
    ['unknown=7', { unknown: '7' }],
    ['text:=7', { text: 7 }],
    ['words:=null', { words: null }],
  ])('%s is read by the schema', async (given, expected) => expect(await read([given])).toEqual(expected));

  it('is a list where it is repeated and the schema allows a list', async () => {
    expect(await read(['list=7', 'list=8', 'words=a', 'words=b'])).toEqual({ list: [7, 8], words: ['a', 'b'] });
    await expect(read(['text=a', 'text=b'])).rejects.toThrow('takes one value');
    await expect(read(['text=a', 'text:="b"'])).rejects.toThrow('given twice');
  });

  it('ignores inherited properties', async () => {
    const given = await read(['__proto__={"polluted":true}', 'constructor=x']);
    expect(Object.keys(given)).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each(['text', '=x', ':=1'])('rejects %j', async (given) => {
    await expect(read([given])).rejects.toThrow('name=value');
  });

  it('is not repeated in the message if it is not JSON', async () => {
    await expect(read(['text:=hunter2'])).rejects.toThrow(/^--arg text:= is not valid JSON\.$/);
    await expect(read([], { args: 'hunter2' })).rejects.toThrow(/^--args is not valid JSON\.$/);
    await expect(read([], { args: '[1]' })).rejects.toThrow('must be a JSON object');
  });
});
