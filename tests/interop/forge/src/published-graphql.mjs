import { schema as published } from '@octokit/graphql-schema';
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
} from 'graphql';

/** GitHub's own schema. */
export const publishedSchema = buildSchema(published.idl, { assumeValid: true });

const names = (items) => new Set(items.map(({ name }) => name));
const lacking = (what, ours, theirs) =>
  [...names(ours)].filter((name) => !names(theirs).has(name)).map((name) => `${what} ${name} is not published`);

/** An answer may promise more than GitHub's, never less or something else. */
const answers = (ours, theirs) =>
  String(ours) === String(theirs) || (isNonNullType(ours) && String(ours.ofType) === String(theirs));

/** An argument must accept what GitHub's accepts. */
const accepts = (ours, theirs) =>
  String(ours) === String(theirs) || (isNonNullType(theirs) && String(ours) === String(theirs.ofType));

/** Whether every query that is valid for a type of the forge is valid for GitHub's, and its answer has the same shape. */
export function typeProblems(ours, theirs) {
  if (theirs === undefined) return ['is not published'];
  if (ours.constructor !== theirs.constructor) return [`is a ${theirs.constructor.name}`];
  if (isEnumType(ours)) return lacking('value', ours.getValues(), theirs.getValues());
  if (isUnionType(ours)) return lacking('member', ours.getTypes(), theirs.getTypes());
  if (isInputObjectType(ours)) return inputProblems(ours, theirs);
  if (!isObjectType(ours) && !isInterfaceType(ours)) return [];
  return [
    ...lacking('interface', ours.getInterfaces(), theirs.getInterfaces()),
    ...Object.values(ours.getFields()).flatMap((field) => fieldProblems(field, theirs.getFields()[field.name])),
  ];
}

function fieldProblems(ours, theirs) {
  if (theirs === undefined) return [`${ours.name} is not published`];
  const problems = answers(ours.type, theirs.type) ? [] : [`${ours.name} is ${theirs.type}, not ${ours.type}`];
  for (const argument of ours.args) {
    const other = theirs.args.find(({ name }) => name === argument.name);
    const at = `${ours.name}(${argument.name})`;
    if (other === undefined) problems.push(`${at} is not published`);
    else if (!accepts(argument.type, other.type)) problems.push(`${at} is ${other.type}, not ${argument.type}`);
  }
  const required = theirs.args.filter(isRequiredArgument);
  return [...problems, ...lacking('required argument', required, ours.args)];
}

function inputProblems(ours, theirs) {
  const fields = theirs.getFields();
  const problems = Object.values(ours.getFields()).flatMap((field) => {
    const other = fields[field.name];
    if (other === undefined) return [`${field.name} is not published`];
    return accepts(field.type, other.type) ? [] : [`${field.name} is ${other.type}, not ${field.type}`];
  });
  const required = Object.values(fields).filter(isRequiredInputField);
  return [...problems, ...lacking('required field', required, Object.values(ours.getFields()))];
}
