import { describe, expect, it } from 'vitest';
import { checkArguments, checkVariables } from './app-arguments.ts';

describe('arguments of an app', () => {
  it.each([
    '--inspect',
    '--inspect=0.0.0.0:9229',
    '--inspect-brk',
    '--inspect-port=1',
    '--remote-debugging-port=9222',
    '--remote-debugging-address=0.0.0.0',
    '--remote-debugging-pipe',
    '--remote-allow-origins=*',
    '--no-sandbox',
    '--disable-web-security',
    '--user-data-dir=/home/ada',
    '--load-extension=/tmp/x',
    '--renderer-cmd-prefix=/bin/sh',
    '-inspect',
    '--NO-SANDBOX',
    '--no_sandbox',
    '--js-flags=--allow-natives-syntax',
    '--utility-cmd-prefix=/bin/sh',
    '--disable-site-isolation-trials',
    '--proxy-server=example.com',
    '--host-rules=MAP * example.com',
    '--host-resolver-rules=MAP * example.com',
    '--ignore-certificate-errors',
  ])('refuses the switch %s', (argument) => {
    expect(() => checkArguments(['page.html', argument])).toThrowError(/args/u);
  });

  it('accepts files, addresses and switches of the app', () => {
    expect(() =>
      checkArguments([
        'orders.json',
        '--profile=test',
        '--lang=de',
        '-v',
        '--print',
        '--import=orders.csv',
        'https://example.com',
      ]),
    ).not.toThrow();
  });
});

describe('variables of an app', () => {
  it.each([
    'ELECTRON_RUN_AS_NODE',
    'electron_run_as_node',
    'ELECTRON_OVERRIDE_DIST_PATH',
    'ELECTRON_EXEC_PATH',
    'NODE_OPTIONS',
    'NODE_PATH',
    'NODE_REPL_EXTERNAL_MODULE',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'DYLD_INSERT_LIBRARIES',
    'PATH',
    'Path',
    'HOME',
    'npm_config_script_shell',
    'GTK_MODULES',
    'RECOURSE_RUN',
    'A=B',
    '',
    '__proto__',
    'A\0B',
  ])("refuses '%s'", (name) => {
    expect(() => checkVariables({ [name]: 'x' })).toThrowError(/env/u);
  });

  it('refuses a value with a null character', () => {
    expect(() => checkVariables({ MODE: 'a\0b' })).toThrowError(/env/u);
  });

  it('accepts variables of the app', () => {
    expect(() =>
      checkVariables({ MODE: 'test', NODE_ENV: 'test', DEBUG: '*', ELECTRON_ENABLE_LOGGING: '1' }),
    ).not.toThrow();
  });
});
