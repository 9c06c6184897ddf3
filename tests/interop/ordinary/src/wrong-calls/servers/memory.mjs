import { memory } from '../../servers/memory.mjs';
import { corrected, lost, missing, noTool, notFound, refused, retried, told, wrongType } from '../case.mjs';

const eve = { name: 'Eve', entityType: 'person', observations: [] };

export const memoryCalls = {
  server: memory,
  calls: [
    corrected(missing, 'search_nodes', { qury: 'Ada' }, { query: 'Ada' }),
    corrected(wrongType, 'search_nodes', { query: 7 }, { query: '7' }),
    corrected(missing, 'open_nodes', { name: ['Ada'] }, { names: ['Ada'] }),
    corrected(missing, 'create_entities', { entites: [eve] }, { entities: [eve] }),
    corrected(wrongType, 'create_entities', { entities: JSON.stringify([eve]) }, { entities: [eve] }),
    corrected(missing, 'delete_entities', { entity_names: ['Eve'] }, { entityNames: ['Eve'] }),
    refused(missing, 'create_entities', {}),
    refused(missing, 'create_entities', { entities: [{ name: 'Eve' }] }),
    refused(wrongType, 'delete_entities', { entityNames: 'Ada' }),
    refused(missing, 'create_relations', { relations: [{ from: 'Ada', to: 'Wim' }] }),
    refused(noTool, 'create_entity', {}),
    refused(noTool, 'serch_nodes', { query: 'x' }),
    told(notFound, 'add_observations', { observations: [{ entityName: 'Nobody', contents: ['x'] }] }),
    retried(lost, 'read_graph', {}, ({ tape }) => tape.faults.push('swallow')),
    retried(lost, 'open_nodes', { names: ['Ada'] }, ({ tape }) => tape.faults.push('kill before answer')),
  ],
};
