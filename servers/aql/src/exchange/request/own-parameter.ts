import type { AdapterOperation, Parameter } from '../../adapter/adapter.ts';

/** The operation's own parameter of that name. Where it has one, the name means what the API means by it. */
export const ownParameter = (operation: AdapterOperation, name: string): Parameter | undefined =>
  operation.parameters.find((parameter) => parameter.name === name);
