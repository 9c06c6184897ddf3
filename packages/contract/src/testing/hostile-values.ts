const throwing = (property: string, base: object): object =>
  Object.defineProperty(base, property, {
    get: () => {
      throw new Error(`${property} is not readable`);
    },
  });

const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable(new Error('gone'), {});
  revoke();
  return proxy;
};

const trapped = (trap: string): object =>
  new Proxy(new Error('trapped'), {
    [trap]: () => {
      throw new Error(`${trap} is trapped`);
    },
  });

/** Values that a handler may throw or reject with, each with a name: reading most of them throws. */
export const hostileValues: readonly (readonly [name: string, create: () => unknown])[] = [
  ['an error with a throwing name', () => throwing('name', new Error('x'))],
  ['an error with a throwing message', () => throwing('message', new Error('x'))],
  ['an error with a throwing stack', () => throwing('stack', new Error('x'))],
  ['an error with a throwing cause', () => throwing('cause', new Error('x'))],
  ['an error with a throwing code', () => throwing('code', new Error('x'))],
  ['an error with a throwing toString', () => throwing('toString', new Error('x'))],
  ['an error whose name is an object', () => Object.assign(new Error('x'), { name: { toString: null } })],
  ['an error whose message is a symbol', () => Object.assign(new Error('x'), { message: Symbol('x') })],
  ['an object with a throwing toString', () => throwing('toString', {})],
  ['an object with a throwing then', () => throwing('then', {})],
  ['an object without a prototype', () => Object.create(null) as object],
  ['a proxy with a throwing getPrototypeOf', () => trapped('getPrototypeOf')],
  ['a proxy with a throwing has', () => trapped('has')],
  ['a proxy with a throwing get', () => trapped('get')],
  ['a revoked proxy', revoked],
  ['undefined', () => undefined],
  ['null', () => null],
  ['a symbol', () => Symbol('x')],
  ['a function', () => () => 1],
  ['a bigint', () => 10n],
];
