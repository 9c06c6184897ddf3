/** Why an operation of the document is not in the adapter. */
export const leftOutReasons = {
  not_selected: 'not chosen by --tag, --include or --exclude',
  too_many: 'more operations than --limit takes',
  xml: 'its body is XML',
  binary: 'its body is of a type that adapters cannot write',
  unknown_answer: 'it answers with something that is not a media type',
  too_large: 'it does not fit into an adapter file',
  body_not_object: 'its body is a form without members',
  open_body: 'its body has no members that could be named as parameters',
  impossible: 'its document accepts no body: it requires a member that it does not allow',
  structured_parameter: 'a parameter that it needs cannot be written in its place',
  body_of_get: 'it requires a body with GET or HEAD',
  unsupported_auth: 'adapters cannot sign it',
  other_server: 'it is served from another address than the rest',
  unsupported_method: 'adapters do not support this method',
  websocket: 'it is a conversation over a web socket',
  stream: 'it answers with a stream',
  webhook: 'it is called by the API, not by its users',
  unsafe_path: 'its path cannot be sent safely',
  unsafe_name: 'a parameter that it needs has a name that cannot be sent',
  refused_by_check: 'it does not pass the adapter check',
} as const;
export type LeftOutReason = keyof typeof leftOutReasons;

/** Thrown while one operation is converted: it is left out, and the report says why. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
  readonly reason: LeftOutReason;

  constructor(reason: LeftOutReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
