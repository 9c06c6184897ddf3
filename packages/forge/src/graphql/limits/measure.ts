import {
  getArgumentValues,
  getNamedType,
  GraphQLError,
  isInterfaceType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { queryLimits } from './query-limits.ts';

/** How large the answer of a valid query can become: nodes as GitHub counts them, and levels of fields. */
interface Size {
  readonly nodes: number;
  readonly depth: number;
}

interface Measuring {
  readonly schema: GraphQLSchema;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Fragments are measured once, so that fragments in fragments cost no more than their text. */
  readonly measured: Map<string, Size>;
}

/** Refuses an operation whose answer could exceed the limits, before anything is read. */
export function checkSize(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  const fragments = document.definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
  );
  const measuring: Measuring = { schema, variables, fragments: new Map(fragments), measured: new Map() };
  const { nodes, depth } = ofSelections(measuring, operation.selectionSet, schema.getRootType(operation.operation));
  if (depth > queryLimits.depth) throw new GraphQLError(`The query is more than ${queryLimits.depth} fields deep.`);
  if (nodes > queryLimits.nodes)
    throw new GraphQLError(
      `This query requests up to ${nodes} possible nodes which exceeds the maximum limit of ${queryLimits.nodes}.`,
      { extensions: { type: 'MAX_NODE_LIMIT_EXCEEDED' } },
    );
}

function ofSelections(
  measuring: Measuring,
  { selections }: SelectionSetNode,
  parent: GraphQLNamedType | undefined | null,
): Size {
  let [nodes, depth] = [0, 0];
  for (const selection of selections) {
    const size =
      selection.kind === Kind.FIELD
        ? ofField(measuring, selection, parent)
        : selection.kind === Kind.INLINE_FRAGMENT
          ? ofSelections(
              measuring,
              selection.selectionSet,
              typeOf(measuring, selection.typeCondition?.name.value, parent),
            )
          : ofFragment(measuring, selection.name.value);
    nodes += size.nodes;
    depth = Math.max(depth, size.depth);
  }
  return { nodes, depth };
}

function ofField(measuring: Measuring, node: FieldNode, parent: GraphQLNamedType | undefined | null): Size {
  if (node.selectionSet === undefined) return { nodes: 0, depth: 1 };
  const hasFields = isObjectType(parent) || isInterfaceType(parent);
  const field = hasFields ? parent.getFields()[node.name.value] : undefined;
  const inner = ofSelections(measuring, node.selectionSet, field && getNamedType(field.type));
  if (!field?.args.some(({ name }) => name === 'first')) return { nodes: inner.nodes, depth: inner.depth + 1 };
  const { first, last } = getArgumentValues(field, node, measuring.variables);
  const records = Math.max(Number(first ?? 0), Number(last ?? 0), 0);
  return { nodes: records * (1 + inner.nodes), depth: inner.depth + 1 };
}

function ofFragment(measuring: Measuring, name: string): Size {
  const known = measuring.measured.get(name);
  const fragment = measuring.fragments.get(name);
  if (known || fragment === undefined) return known ?? { nodes: 0, depth: 0 };
  const size = ofSelections(
    measuring,
    fragment.selectionSet,
    typeOf(measuring, fragment.typeCondition.name.value, undefined),
  );
  measuring.measured.set(name, size);
  return size;
}

function typeOf(
  { schema }: Measuring,
  name: string | undefined,
  otherwise: GraphQLNamedType | undefined | null,
): GraphQLNamedType | undefined | null {
  return name === undefined ? otherwise : schema.getType(name);
}
