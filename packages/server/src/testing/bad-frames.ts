import { modernMeta } from './open-stdio.ts';

/** A message that the edge refuses, and what it is answered with. */
export interface BadFrame {
  readonly title: string;
  readonly frame: object | string;
  readonly number: number;
  readonly code: string;
  readonly id?: unknown;
  /** Further members of the failure. */
  readonly says?: object;
}

const id = 'bad';
const request = (method: unknown, params?: unknown, more: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
  ...more,
});

const params = -32602;
const missing = (name: string) => ({ code: 'VALIDATION_MISSING_PARAM', says: { details: { param_name: name } } });
const wrongType = (name: string) => ({ code: 'VALIDATION_INVALID_TYPE', says: { details: { param_name: name } } });
const wrongValue = (name: string) => ({ code: 'VALIDATION_INVALID_ENUM', says: { details: { param_name: name } } });
const near = (ref: string) => ({ similar: [{ ref }] });

const handshake = (changed: object) =>
  request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
    ...changed,
  });
const complete = (changed: object) =>
  request('completion/complete', {
    ref: { type: 'ref/prompt', name: 'tidy' },
    argument: { name: 'drawer', value: '' },
    ...changed,
  });

type Row = readonly [
  title: string,
  frame: object | string,
  number: number,
  answer: Omit<BadFrame, 'title' | 'frame' | 'number'>,
];

const rows: readonly Row[] = [
  ['resources/read with a number', request('resources/read', { uri: 7 }), params, wrongType('uri')],
  ['resources/read without params', request('resources/read'), params, missing('uri')],
  ['resources/read with null', request('resources/read', { uri: null }), params, wrongType('uri')],
  ['resources/read with a list', request('resources/read', { uri: ['desk://rules'] }), params, wrongType('uri')],
  [
    'resources/read of a misspelt address',
    request('resources/read', { uri: 'desk://rulez' }),
    params,
    { code: 'NOT_FOUND_RESOURCE', says: { recovery: 'discover', ...near('desk://rules') } },
  ],
  [
    'resources/read of a document that a template does not have',
    request('resources/read', { uri: 'desk://drawers/bottom/pen' }),
    params,
    { code: 'NOT_FOUND_RESOURCE' },
  ],
  ['prompts/get without a name', request('prompts/get', {}), params, missing('name')],
  ['prompts/get with an object as name', request('prompts/get', { name: {} }), params, wrongType('name')],
  [
    'prompts/get of a misspelt prompt',
    request('prompts/get', { name: 'tidi' }),
    params,
    { code: 'NOT_FOUND_RESOURCE', says: near('tidy') },
  ],
  ['prompts/get without an argument', request('prompts/get', { name: 'tidy' }), params, missing('drawer')],
  [
    'prompts/get with a misspelt argument',
    request('prompts/get', { name: 'tidy', arguments: { drawr: 'top' } }),
    params,
    { ...missing('drawer'), says: near('drawr') },
  ],
  [
    'prompts/get with a list of arguments',
    request('prompts/get', { name: 'tidy', arguments: ['top'] }),
    params,
    wrongType('arguments'),
  ],
  [
    'prompts/get with a number as argument',
    request('prompts/get', { name: 'tidy', arguments: { drawer: 7 } }),
    params,
    wrongType('arguments.drawer'),
  ],
  [
    'prompts/get with a state that is not ours',
    request('prompts/get', { name: 'greet', requestState: 7 }),
    params,
    wrongType('requestState'),
  ],
  ['completion/complete without params', request('completion/complete', {}), params, missing('ref')],
  ['completion/complete without an argument', complete({ argument: undefined }), params, missing('argument')],
  ['completion/complete with a string as ref', complete({ ref: 'tidy' }), params, wrongType('ref')],
  [
    'completion/complete with an unknown type',
    complete({ ref: { type: 'ref/promt', name: 'tidy' } }),
    params,
    { ...wrongValue('ref.type'), says: near('ref/prompt') },
  ],
  [
    'completion/complete of a prompt without a name',
    complete({ ref: { type: 'ref/prompt' } }),
    params,
    missing('ref.name'),
  ],
  [
    'completion/complete of a template without a uri',
    complete({ ref: { type: 'ref/resource' } }),
    params,
    missing('ref.uri'),
  ],
  [
    'completion/complete of an unknown prompt',
    complete({ ref: { type: 'ref/prompt', name: 'tidyy' } }),
    params,
    { code: 'NOT_FOUND_RESOURCE', says: near('tidy') },
  ],
  [
    'completion/complete of an unknown template',
    complete({ ref: { type: 'ref/resource', uri: 'desk://drawers/{drawer}' } }),
    params,
    { code: 'NOT_FOUND_RESOURCE' },
  ],
  [
    'completion/complete with a number as value',
    complete({ argument: { name: 'drawer', value: 7 } }),
    params,
    wrongType('argument.value'),
  ],
  ['completion/complete with a list as context', complete({ context: [] }), params, wrongType('context')],
  [
    'logging/setLevel with an unknown level',
    request('logging/setLevel', { level: 'banana' }),
    params,
    wrongValue('level'),
  ],
  [
    'logging/setLevel with a misspelt level',
    request('logging/setLevel', { level: 'warnning' }),
    params,
    { code: 'VALIDATION_INVALID_ENUM', says: near('warning') },
  ],
  ['logging/setLevel with a number', request('logging/setLevel', { level: 3 }), params, wrongType('level')],
  ['logging/setLevel without a level', request('logging/setLevel'), params, missing('level')],
  [
    'a misspelt method',
    request('resource/list'),
    -32601,
    { code: 'NOT_FOUND_OPERATION', says: { recovery: 'discover', ...near('resources/list') } },
  ],
  ['a method of nobody', request('rpc.discover'), -32601, { code: 'NOT_FOUND_OPERATION' }],
  ['an empty method', request(''), -32601, { code: 'NOT_FOUND_OPERATION' }],
  ['a method named like a member of every object', request('constructor'), -32601, { code: 'NOT_FOUND_OPERATION' }],
  ['a method of the stateless revision', request('server/discover'), -32601, { code: 'NOT_FOUND_OPERATION' }],
  ['a method of the server', request('sampling/createMessage', {}), -32601, { code: 'NOT_FOUND_OPERATION' }],
  ['tasks/result of an older draft', request('tasks/result', { taskId: 'x' }), -32601, { code: 'NOT_FOUND_OPERATION' }],
  ['a notification sent as a request', request('notifications/initialized'), -32601, { code: 'NOT_FOUND_OPERATION' }],
  [
    'tools/list with a cursor',
    request('tools/list', { cursor: 'page-2' }),
    params,
    { code: 'VALIDATION_INVALID_VALUE', says: { details: { param_name: 'cursor', value: 'page-2' } } },
  ],
  [
    'resources/list with a cursor',
    request('resources/list', { cursor: '' }),
    params,
    { code: 'VALIDATION_INVALID_VALUE' },
  ],
  [
    'resources/templates/list with a number as cursor',
    request('resources/templates/list', { cursor: 2 }),
    params,
    wrongType('cursor'),
  ],
  ['prompts/list with null as cursor', request('prompts/list', { cursor: null }), params, wrongType('cursor')],
  ['resources/subscribe without a uri', request('resources/subscribe', {}), params, missing('uri')],
  [
    'resources/subscribe to nothing',
    request('resources/subscribe', { uri: 'desk://rule' }),
    params,
    { code: 'NOT_FOUND_RESOURCE', says: near('desk://rules') },
  ],
  ['resources/unsubscribe with a flag', request('resources/unsubscribe', { uri: true }), params, wrongType('uri')],
  ['a handshake without a version', handshake({ protocolVersion: undefined }), params, missing('protocolVersion')],
  ['a handshake with a number as version', handshake({ protocolVersion: 2025 }), params, wrongType('protocolVersion')],
  ['a handshake without capabilities', handshake({ capabilities: undefined }), params, missing('capabilities')],
  ['a handshake with a list of capabilities', handshake({ capabilities: [] }), params, wrongType('capabilities')],
  [
    'a handshake with a flag as capability',
    handshake({ capabilities: { sampling: true } }),
    params,
    wrongType('capabilities.sampling'),
  ],
  ['a handshake of nobody', handshake({ clientInfo: {} }), params, missing('clientInfo.name')],
  ['a handshake without params', request('initialize'), params, missing('protocolVersion')],
  [
    'a stateless request of another revision',
    request('tools/list', { _meta: { ...modernMeta(), 'io.modelcontextprotocol/protocolVersion': '2027-01-01' } }),
    -32022,
    { code: 'VALIDATION_INVALID_ENUM', says: { supported: ['2026-07-28'], requested: '2027-01-01' } },
  ],
  [
    'a stateless request without capabilities',
    request('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
    params,
    missing('io.modelcontextprotocol/clientCapabilities'),
  ],
  [
    'a stateless request with a number as version',
    request('tools/list', { _meta: { ...modernMeta(), 'io.modelcontextprotocol/protocolVersion': 2026 } }),
    params,
    wrongType('io.modelcontextprotocol/protocolVersion'),
  ],
  [
    'a stateless request of a client without a version',
    request('tools/list', { _meta: { ...modernMeta(), 'io.modelcontextprotocol/clientInfo': { name: 'x' } } }),
    params,
    missing('io.modelcontextprotocol/clientInfo.version'),
  ],
  [
    'an id beyond 2^53',
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/list"}',
    -32600,
    { code: 'VALIDATION_MALFORMED_REQUEST', id: 9007199254740993n },
  ],
  [
    'an id far beyond 2^53, before other members',
    '{"id": -123456789012345678901234567890, "jsonrpc":"2.0","method":"tools/list","params":{"id":1}}',
    -32600,
    { code: 'VALIDATION_MALFORMED_REQUEST', id: -123456789012345678901234567890n },
  ],
  [
    'a flag as id',
    '{"jsonrpc":"2.0","id":true,"method":"ping"}',
    -32600,
    { code: 'VALIDATION_MALFORMED_REQUEST', id: null },
  ],
  [
    'a list as id',
    '{"jsonrpc":"2.0","id":[1],"method":"ping"}',
    -32600,
    { code: 'VALIDATION_MALFORMED_REQUEST', id: null },
  ],
  [
    'a version as a number',
    '{"jsonrpc":2.0,"id":"bad","method":"ping"}',
    -32600,
    { code: 'VALIDATION_MALFORMED_REQUEST' },
  ],
  [
    'a method that is null',
    '{"jsonrpc":"2.0","id":"bad","method":null}',
    -32600,
    { code: 'VALIDATION_MALFORMED_REQUEST' },
  ],
  [
    'params that are a string',
    '{"jsonrpc":"2.0","id":"bad","method":"ping","params":"x"}',
    params,
    { code: 'VALIDATION_MALFORMED_REQUEST' },
  ],
  [
    'params that are null',
    '{"jsonrpc":"2.0","id":"bad","method":"ping","params":null}',
    params,
    { code: 'VALIDATION_MALFORMED_REQUEST' },
  ],
  [
    'JSON with a comment',
    '{"jsonrpc":"2.0","id":1,"method":"ping"} // hello',
    -32700,
    { code: 'VALIDATION_MALFORMED_REQUEST', id: null },
  ],
  [
    'JSON with a comma too many',
    '{"jsonrpc":"2.0","id":1,}',
    -32700,
    { code: 'VALIDATION_MALFORMED_REQUEST', id: null },
  ],
  [
    'two messages in one',
    '{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":2,"method":"ping"}',
    -32700,
    { code: 'VALIDATION_MALFORMED_REQUEST', id: null },
  ],
];

/** Messages that are refused over every transport. */
export const badFrames: readonly BadFrame[] = rows.map(([title, frame, number, answer]) => ({
  title,
  frame,
  number,
  id,
  ...answer,
}));
