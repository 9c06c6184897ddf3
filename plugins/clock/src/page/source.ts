import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createController } from './controller.ts';
import type { ClockState, Controller } from './controller.ts';

/** The place of the clock in a page. It is not enumerable. */
const slot = `Symbol.for('recourse.clock')`;

/** A call of the controller. */
export interface ClockCommand {
  readonly method: Exclude<keyof Controller, 'install' | 'uninstall'>;
  readonly value: number;
}

/**
 * Source text that puts the library and the controller into a page, once. The library is one CommonJS module; what it
 * requires of Node has no use in a page.
 */
export const librarySource = (): string => {
  const require = createRequire(import.meta.url);
  const file = require.resolve('@sinonjs/fake-timers');
  return `(() => {
    if (globalThis[${slot}]?.library) return;
    const module = { exports: {} };
    const require = (name) => {
      if (name === '@sinonjs/commons') return { global: globalThis };
      if (name === 'util') return {};
      throw new Error('There is no module ' + name);
    };
    (function (require, module, exports) {${readFileSync(file, 'utf8')}
    })(require, module, module.exports);
    const found = globalThis[${slot}] ?? {};
    if (!(${slot} in globalThis)) Object.defineProperty(globalThis, ${slot}, { value: found, configurable: true });
    found.library = true;
    found.controller = (${String(createController)})(module.exports);
    try { if (found.state) found.controller.install(found.state); } catch (error) { found.error = String(error); }
  })();`;
};

/** Source text that gives new documents their clock. It works before and after the library. */
export const stateSource = (state: ClockState): string => `(() => {
  const found = globalThis[${slot}] ?? {};
  if (!(${slot} in globalThis)) Object.defineProperty(globalThis, ${slot}, { value: found, configurable: true });
  found.state = ${JSON.stringify(state)};
  try { found.controller?.install(found.state); } catch (error) { found.error = String(error); }
})();`;

/** Source text that makes a call in the frames of a page. The top frame gets it with an answer instead. */
export const frameSource = ({ method, value }: ClockCommand): string =>
  `if (globalThis !== globalThis.top) void globalThis[${slot}]?.controller?.${method}(${value});`;

/** Source text that takes the clock out of a page. */
export const removeSource = `(() => {
  globalThis[${slot}]?.controller?.uninstall();
  delete globalThis[${slot}];
})();`;
