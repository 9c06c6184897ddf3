/** Why an operation of the document is not in the adapter. */
export const leftOutReasons = {
  not_selected: 'excluded by --tag, --include or --exclude',
  too_many: 'more operations than --limit allows',
  xml: 'its body is XML',
  binary: 'its body is of a type that adapters cannot send',
  unknown_answer: 'the media type of its response is invalid',
  too_large: 'it does not fit into an adapter file',
  body_not_object: 'its body is a form, but its schema is not an object',
  open_body: 'its body has no members that could become parameters',
  impossible: 'no value can satisfy its schema: a required member is not allowed',
  structured_parameter: 'a required parameter cannot be expressed in its location',
  body_of_get: 'it requires a body, which adapters do not send with GET or HEAD',
  unsupported_auth: 'adapters do not support its authentication',
  other_server: "its server is not one of the document's servers",
  unsupported_method: 'adapters do not support this method',
  websocket: 'it uses a WebSocket',
  stream: 'it responds with a stream',
  webhook: 'it is a webhook, which the API calls',
  unsafe_path: 'its path cannot be sent safely',
  unsafe_name: 'a required parameter has a name that cannot be sent',
  refused_by_check: 'it fails the adapter check',
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
