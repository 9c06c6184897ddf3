import { describe, expect, it } from 'vitest';
import { meantName, meantOption, meantValue } from './meant-name.ts';

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
  ])('is undefined if %s of %j can mean something else', (unknown, names) => {
    expect(meantName(unknown, names)).toBeUndefined();
  });
});

describe('meantOption', () => {
  it.each([
    ['sorts', ['sort'], 'sort'],
    ['max_count', ['maxCount'], 'maxCount'],
    ['pth', ['path'], 'path'],
  ])('is the one name that %s of %j stands for', (unknown, names, meant) => {
    expect(meantOption(unknown, names)).toBe(meant);
  });

  it.each([
    ['delete', ['deleted', 'id']],
    ['deletedOnly', ['deleteOnly']],
    ['read', ['ready']],
    ['force', ['forced']],
  ])('is undefined if %s of %j is another form of a word', (unknown, names) => {
    expect(meantOption(unknown, names)).toBeUndefined();
  });
});

describe('meantValue', () => {
  it.each([
    ['nmae', ['name', 'size'], 'name'],
    ['ASCENDING', ['ascending', 'descending'], 'ascending'],
    ['closd', ['open', 'closed'], 'closed'],
    ['Prod', ['prod', 'dev'], 'prod'],
    ['usd', ['USD', 'EUR'], 'USD'],
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
    ['prod', ['prd', 'dev']],
    ['prd-eu', ['prod-eu', 'dev-eu']],
    ['delete', ['deleted', 'active']],
    ['deleted', ['delete', 'keep']],
    ['ready', ['read', 'write']],
    ['sizes', ['name', 'size']],
    ['users-all', ['user-all', 'none']],
    ['rest', ['reset', 'stop']],
    ['stat', ['start', 'stop']],
    ['Mbps', ['MBps', 'kBps']],
    ['mWh', ['MWh', 'GWh']],
  ])('is undefined if %s of %j can mean something else', (sent, allowed) => {
    expect(meantValue(sent, allowed)).toBeUndefined();
  });
});
