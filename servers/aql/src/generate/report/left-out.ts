/** Why an operation of the document is not in the adapter. */
export const leftOutReasons = {
  not_selected: 'not chosen by --tag, --include or --exclude',
  too_many: 'more operations than --limit takes',
  multipart: 'its body is a form with files',
  form: 'its body is a form; adapters send JSON',
  xml: 'it speaks XML only',
  binary: 'it sends or answers with something that is not JSON',
  body_not_object: 'its body is no JSON object',
  open_body: 'its body has no members that could be named as parameters',
  structured_parameter: 'a parameter that it needs is no single value',
  cookie: 'it needs a cookie',
  unsupported_auth: 'it is signed in another way than the rest',
  no_read: 'it replaces a resource (PUT) that cannot be read by the same path',
  other_server: 'it is served from another address than the rest',
  unsupported_method: 'adapters know no such method',
  websocket: 'it is a conversation over a web socket',
  stream: 'it answers with a stream',
  webhook: 'it is called by the API, not by its users',
  unsafe_path: 'its path cannot be sent safely',
  unsafe_name: 'a parameter that it needs has a name that cannot be sent',
  refused_by_check: 'the check of adapters does not take it',
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
