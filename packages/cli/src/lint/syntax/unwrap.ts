import type { Node } from 'oxc-parser';

/** Takes off what changes the type of an expression or the way it is written, and not its value. */
export const unwrap = (node: Node): Node => {
  let inner = node;
  for (;;) {
    switch (inner.type) {
      case 'ParenthesizedExpression':
      case 'ChainExpression':
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
        inner = inner.expression;
        break;
      case 'AwaitExpression':
        inner = inner.argument;
        break;
      default:
        return inner;
    }
  }
};
