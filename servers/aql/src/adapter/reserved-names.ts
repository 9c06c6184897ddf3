/** Operations that the protocol has itself: no adapter may call one of its own so. */
export const reservedNames: ReadonlySet<string> = new Set([
  'introspect',
  'execute_agent',
  'record_execution_step',
  'complete_execution',
  'abort_execution',
  'confirm_operation',
  'verify_challenge',
]);
