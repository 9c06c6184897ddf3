import type { Parameter, ParameterStyle } from '../adapter.ts';
import { badName, wrong } from '../rules/findings.ts';
import type { Report } from '../rules/findings.ts';
import type { Resolved } from './parameter-fields.ts';

/** The styles of each place. The first is the default. */
const stylesOf: Readonly<Record<Parameter['in'], readonly ParameterStyle[]>> = {
  path: ['simple', 'label', 'matrix', 'json'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'json'],
  header: ['simple', 'json'],
  cookie: ['form', 'json'],
  body: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject', 'json'],
};

/** Short names for the usual styles of lists. */
const shortStyles = {
  repeat: {},
  comma: { explode: false },
  brackets: { style: 'deepObject' },
} as const;

/** How a parameter is written in its place: `style` and `explode`, or `array_style` for short. */
export const buildStyle = (
  { is, at, has }: Resolved,
  where: Parameter['in'],
  report: Report,
): Pick<Parameter, 'style' | 'explode'> => {
  const given = (['style', 'explode', 'array_style'] as const).filter((key) => has(key));
  const isComposed = is.type === 'array' || is.type === 'object' || is.type === 'any';
  if (has('array_style') && given.length > 1) {
    report(wrong(at('array_style'), "either 'style' and 'explode' or 'array_style'", { actual: 'both' }));
  }
  if (has('array_style') && !isComposed) {
    report(
      badName(at('array_style'), `'array_style' does not apply to a value of type '${String(is.type)}'`, {
        suggestion: 'remove it',
      }),
    );
  }
  const { style, explode } = {
    style: is.style,
    explode: is.explode,
    ...(is.array_style === undefined ? {} : shortStyles[is.array_style]),
  };
  if (style !== undefined && !stylesOf[where].includes(style)) {
    report(
      wrong(
        at(has('style') ? 'style' : 'array_style'),
        `one of ${stylesOf[where].join(', ')} for a parameter in the ${where}`,
      ),
    );
  }
  checkMembers({ is, at, has }, { where, style }, report);
  return { ...(style !== undefined && { style }), ...(explode !== undefined && { explode }) };
};

/** Members become pairs of their own, so that the file has to say which: others are not sent. */
const checkMembers = (
  { is, at }: Pick<Resolved, 'is' | 'at' | 'has'>,
  { where, style }: { readonly where: Parameter['in']; readonly style: ParameterStyle | undefined },
  report: Report,
): void => {
  const isWritten = where !== 'body' && style !== 'json' && style !== 'deepObject';
  if (is.type !== 'object' || !isWritten) return;
  if (!is.properties || is.properties.length === 0 || is.additional_properties === true) {
    report(
      wrong(at('type'), `a single value or an object with declared properties in the ${where}`, {
        suggestion: "declare its 'properties', or send it with 'style: json' or 'in: body'",
      }),
    );
  }
};
