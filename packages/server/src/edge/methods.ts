import type { Server } from '@recourse/engine';
import { hasPrompts, hasResources } from './capabilities.ts';
import type { Shape } from './shape.ts';
import { suggests } from './suggests.ts';

/** One method of MCP: who can call it, and with which parameters. */
export interface Method {
  /** The revisions that have it: those with a handshake, the stateless one, or both. */
  readonly era: 'session' | 'modern' | 'both';
  /** Whether the server has what the method is about; by default it always has. */
  readonly isOffered?: (server: Server) => boolean;
  /** True for a method that needs a connection which outlives the request. */
  readonly lasting?: boolean;
  readonly params?: Shape;
  /** True for a list. Every list is one page, so there is no cursor to ask for the next one. */
  readonly pages?: boolean;
  /** The parameter that the header Mcp-Name repeats. */
  readonly named?: string;
}

export const loggingLevels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

const uri: Shape = { fields: { uri: 'string' } };
const flag: Shape = 'boolean';
const keepsTasks = ({ hasTasks }: Server): boolean => hasTasks;
const isWatched = ({ changes }: Server): boolean => changes.announced.has('contents');

/** Every method that a client can call, with the shape of its parameters. The pipeline checks those of `tools/call`. */
export const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  [
    'initialize',
    {
      era: 'session',
      params: {
        fields: {
          protocolVersion: 'string',
          capabilities: { every: 'object' },
          clientInfo: { fields: { name: 'string', version: 'string' } },
        },
      },
    },
  ],
  ['ping', { era: 'session' }],
  ['server/discover', { era: 'modern' }],
  ['tools/list', { era: 'both', pages: true }],
  ['tools/call', { era: 'both', named: 'name' }],
  ['resources/list', { era: 'both', isOffered: hasResources, pages: true }],
  ['resources/templates/list', { era: 'both', isOffered: hasResources, pages: true }],
  ['resources/read', { era: 'both', isOffered: hasResources, params: uri, named: 'uri' }],
  ['resources/subscribe', { era: 'session', isOffered: isWatched, lasting: true, params: uri }],
  ['resources/unsubscribe', { era: 'session', isOffered: isWatched, lasting: true, params: uri }],
  ['prompts/list', { era: 'both', isOffered: hasPrompts, pages: true }],
  [
    'prompts/get',
    {
      era: 'both',
      isOffered: hasPrompts,
      params: { fields: { name: 'string', 'arguments?': { every: 'string' } } },
      named: 'name',
    },
  ],
  [
    'completion/complete',
    {
      era: 'both',
      isOffered: suggests,
      params: {
        fields: {
          ref: { fields: { type: { oneOf: ['ref/prompt', 'ref/resource'] }, 'name?': 'string', 'uri?': 'string' } },
          argument: { fields: { name: 'string', value: 'string' } },
          'context?': { fields: { 'arguments?': { every: 'string' } } },
        },
      },
    },
  ],
  ['tasks/get', { era: 'modern', isOffered: keepsTasks, params: { fields: { taskId: 'string' } }, named: 'taskId' }],
  ['tasks/cancel', { era: 'modern', isOffered: keepsTasks, params: { fields: { taskId: 'string' } }, named: 'taskId' }],
  [
    'tasks/update',
    {
      era: 'modern',
      isOffered: keepsTasks,
      params: { fields: { taskId: 'string', inputResponses: 'object' } },
      named: 'taskId',
    },
  ],
  [
    'logging/setLevel',
    {
      era: 'session',
      isOffered: ({ clientUses }) => clientUses.has('log'),
      params: { fields: { level: { oneOf: loggingLevels } } },
    },
  ],
  [
    'subscriptions/listen',
    {
      era: 'modern',
      params: {
        fields: {
          notifications: {
            fields: {
              'toolsListChanged?': flag,
              'promptsListChanged?': flag,
              'resourcesListChanged?': flag,
              'resourceSubscriptions?': { list: 'string' },
            },
          },
        },
      },
    },
  ],
]);
