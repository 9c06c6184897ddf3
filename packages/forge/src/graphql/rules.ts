import {
  FieldsOnCorrectTypeRule,
  GraphQLError,
  isIntrospectionType,
  MaxIntrospectionDepthRule,
  OverlappingFieldsCanBeMergedRule,
  specifiedRules,
  type ASTVisitor,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { queryLimits } from './limits/query-limits.ts';

/** Refuses unknown fields in GitHub's words: clients look for them to learn what a server lacks. */
function knownFields(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const type = context.getParentType();
      if (!type || context.getFieldDef()) return;
      const [typeName, fieldName] = [type.name, node.name.value];
      context.reportError(
        new GraphQLError(`Field '${fieldName}' doesn't exist on type '${typeName}'`, {
          nodes: node,
          extensions: { code: 'undefinedField', typeName, fieldName },
        }),
      );
    },
  };
}

/** Lets fields of types that exclude each other differ in type, as GitHub does: `gh issue view` relies on it. */
function mergeableFields(context: ValidationContext): ASTVisitor {
  const lenient: ValidationContext = Object.create(context, {
    reportError: {
      value: (error: GraphQLError) => {
        if (!error.message.includes('conflict because they return conflicting types')) context.reportError(error);
      },
    },
  });
  return OverlappingFieldsCanBeMergedRule(lenient);
}

/**
 * Bounds introspection, which no budget counts. Without aliases every fact of the schema is given once in each place,
 * and places are bounded by MaxIntrospectionDepthRule.
 */
function plainIntrospection(context: ValidationContext): ASTVisitor {
  let roots = 0;
  return {
    Field(node) {
      const type = context.getParentType();
      if (node.name.value === '__type' || node.name.value === '__schema') roots += 1;
      if (roots > queryLimits.introspections)
        context.reportError(new GraphQLError('The query introspects too many types.', { nodes: node }));
      if (type && isIntrospectionType(type) && node.alias)
        context.reportError(new GraphQLError('Aliases are not allowed in introspection queries.', { nodes: node }));
    },
  };
}

const replaced: ReadonlySet<ValidationRule> = new Set([FieldsOnCorrectTypeRule, OverlappingFieldsCanBeMergedRule]);

/** The rules of the language, with the forge's own in place of two. */
export const rules: readonly ValidationRule[] = [
  ...specifiedRules.filter((rule) => !replaced.has(rule)),
  MaxIntrospectionDepthRule,
  knownFields,
  mergeableFields,
  plainIntrospection,
];
