import { describe, expect, it } from 'vitest';
import { meantName, meantValue } from './meant-name.ts';

describe('meantName', () => {
  it.each([
    ['mesage', ['message', 'level'], 'message'],
    ['dryRun', ['dry_run', 'run'], 'dry_run'],
    ['dry-run', ['dryRun', 'run'], 'dryRun'],
  ])('is the one name that %s of %j stands for', (unknown, names, meant) => {
    expect(meantName(unknown, names)).toBe(meant);
  });

  it.each([
    ['dry_run', ['run']],
    ['exclude_path', ['path']],
    ['include', ['exclude']],
    ['min_size', ['max_size']],
    ['sync', ['async']],
    ['frm', ['from', 'form']],
    ['dryRun', ['dry_run', 'dry-run']],
    ['x1', ['x2']],
  ])('is undefined where %s of %j can mean something else', (unknown, names) => {
    expect(meantName(unknown, names)).toBeUndefined();
  });
});

describe('meantValue', () => {
  it.each([
    ['nmae', ['name', 'size'], 'name'],
    ['ASCENDING', ['ascending', 'descending'], 'ascending'],
    ['sizes', ['name', 'size'], 'size'],
  ])('is the one value that %s of %j stands for', (sent, allowed, meant) => {
    expect(meantValue(sent, allowed)).toBe(meant);
  });

  it.each([
    ['USDT', ['USDC', 'ETH']],
    ['USD', ['USDT', 'EURT']],
    ['Iran', ['Iraq', 'Italy']],
    ['started', ['starred', 'watched']],
    ['mb', ['Mb', 'kb']],
    ['soft-delete', ['delete', 'keep']],
    ['-name', ['name', 'size']],
    ['1.0', ['10', '20']],
  ])('is undefined where %s of %j can mean something else', (sent, allowed) => {
    expect(meantValue(sent, allowed)).toBeUndefined();
  });
});
