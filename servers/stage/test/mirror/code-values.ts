import type { Expression } from 'typescript/unstable/ast';
import {
  isAsExpression,
  isConditionalExpression,
  isNonNullExpression,
  isParenthesizedExpression,
  isSatisfiesExpression,
  isTemplateExpression,
} from 'typescript/unstable/ast/is';
import { TypeFlags } from 'typescript/unstable/sync';
import type { Checker, Type, UnionOrIntersectionType } from 'typescript/unstable/sync';

/** The strings that an expression can be, as far as its type tells. */
export interface Values {
  readonly literals: readonly string[];
  /** Whether it can also be a string that only run time knows. */
  readonly isOpen: boolean;
}

/** Resolves an expression to the strings that it can be. A cast proves nothing: the value behind it counts. */
export const valuesOf = (expression: Expression, checker: Checker): Values => {
  if (
    isParenthesizedExpression(expression) ||
    isNonNullExpression(expression) ||
    isSatisfiesExpression(expression) ||
    isAsExpression(expression)
  )
    return valuesOf(expression.expression, checker);
  if (isConditionalExpression(expression))
    return merge([valuesOf(expression.whenTrue, checker), valuesOf(expression.whenFalse, checker)]);
  // The type of a template is mostly `string`, even if all its parts are known.
  if (isTemplateExpression(expression)) {
    let whole: Values = { literals: [expression.head.text], isOpen: false };
    for (const { expression: part, literal } of expression.templateSpans) {
      const { literals, isOpen } = valuesOf(part, checker);
      whole = {
        literals: whole.literals.flatMap((start) => literals.map((value) => start + value + literal.text)),
        isOpen: whole.isOpen || isOpen,
      };
    }
    return whole;
  }
  const type = checker.getTypeAtLocation(expression);
  return type ? valuesOfType(type, checker) : { literals: [], isOpen: true };
};

/**
 * The strings of a type. The type of the code of any failure (known codes, or any string) has none: a failure that
 * exists was checked where it was made.
 */
export const valuesOfType = (type: Type, checker: Checker): Values => {
  if (type.isStringLiteralType()) return { literals: [type.value], isOpen: false };
  if (type.isUnionType()) {
    const members = membersOf(type);
    if (members.some((one) => one.isIntersectionType())) return merge([]);
    return merge(members.map((one) => valuesOfType(one, checker)));
  }
  if ((type.flags & (TypeFlags.Nullable | TypeFlags.Never)) !== 0) return merge([]);
  const bound = checker.getBaseConstraintOfType(type);
  if (bound && bound.id !== type.id) return valuesOfType(bound, checker);
  return { literals: [], isOpen: true };
};

/** The strings in an array or a tuple. */
export const elementsOfType = (type: Type, checker: Checker): Values =>
  type.isTypeReference()
    ? merge(checker.getTypeArguments(type).map((element) => valuesOfType(element, checker)))
    : { literals: [], isOpen: true };

/** Whether a type names one of the codes, so that a code is expected where it is. */
export const namesCode = (type: Type, codes: ReadonlySet<string>): boolean =>
  type.isStringLiteralType()
    ? codes.has(type.value)
    : type.isUnionType() && membersOf(type).some((one) => namesCode(one, codes));

/** The members of a union or intersection. */
export const membersOf = (type: UnionOrIntersectionType): readonly Type[] => {
  try {
    return type.getTypes();
  } catch {
    // The compiler cannot describe tuples inside of a union. Such a union has no text.
    return [];
  }
};

const merge = (values: readonly Values[]): Values => ({
  literals: [...new Set(values.flatMap(({ literals }) => literals))],
  isOpen: values.some(({ isOpen }) => isOpen),
});
