/** The parts, rules and tags of an audit. */
export interface AuditPlan {
  /** Selectors of the parts to check; the whole document if there are none. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly tags: readonly string[];
  readonly rules: readonly string[];
  /** The most nodes of a finding that are returned. */
  readonly maxNodes: number;
}

interface FindingNode {
  /** The selectors that lead to the element: one for each host of a shadow root on the way, and one for the element. */
  readonly target: readonly string[];
  readonly problem: string;
}

export interface Finding {
  readonly rule: string;
  readonly impact: 'minor' | 'moderate' | 'serious' | 'critical';
  readonly help: string;
  readonly help_url: string;
  /** How many elements have the problem, of which `nodes` has the first. */
  readonly count: number;
  readonly nodes: readonly FindingNode[];
}

export interface RawAudit {
  readonly url: string;
  readonly version: string;
  readonly passes: number;
  /** Frames inside the document, which are not audited. */
  readonly frames: number;
  readonly violations: readonly Finding[];
  readonly incomplete: readonly Finding[];
}

/** Names that axe-core does not know, and those that it does. */
export interface UnknownNames {
  readonly argument: 'rules' | 'tags';
  readonly unknown: readonly string[];
  readonly available: readonly string[];
}

interface AxeNode {
  readonly element?: Element;
  readonly any: readonly { readonly message: string }[];
  readonly all: readonly { readonly message: string }[];
  readonly none: readonly { readonly message: string }[];
}
interface AxeResult {
  readonly id: string;
  readonly impact: Finding['impact'] | null;
  readonly help: string;
  readonly helpUrl: string;
  readonly nodes: readonly AxeNode[];
}
interface Axe {
  readonly version: string;
  getRules(): readonly { readonly ruleId: string; readonly tags: readonly string[] }[];
  run(
    context: object,
    options: object,
  ): Promise<Readonly<Record<'violations' | 'incomplete' | 'passes', readonly AxeResult[]>>>;
}

/**
 * Runs axe-core, which was loaded before, in the page. Runs as text in the page's document, so it uses nothing around
 * it. It looks at the top document only and makes no request: axe-core sends messages to frames and loads style sheets
 * of other sites otherwise, which the app could notice.
 */
export const runAxe = async (plan: AuditPlan): Promise<RawAudit | UnknownNames> => {
  const longestText = 300;
  const short = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);
  const { axe } = globalThis as unknown as { readonly axe: Axe };

  const known = axe.getRules();
  const ids = known.map(({ ruleId }) => ruleId).toSorted();
  const tags = [...new Set(known.flatMap((rule) => rule.tags))].toSorted();
  const unknownRules = plan.rules.filter((rule) => !ids.includes(rule));
  if (unknownRules.length > 0) return { argument: 'rules', unknown: unknownRules, available: ids };
  const unknownTags = plan.tags.filter((tag) => !tags.includes(tag));
  if (unknownTags.length > 0) return { argument: 'tags', unknown: unknownTags, available: tags };

  const select = (selectors: readonly string[]): Element[] =>
    selectors.flatMap((selector) => [...document.querySelectorAll(selector)]);
  const included = select(plan.include);
  const excluded = select(plan.exclude);
  const context = { include: included.length > 0 ? included : [document], exclude: excluded };
  const runOnly =
    plan.rules.length > 0
      ? { type: 'rule', values: plan.rules }
      : plan.tags.length > 0
        ? { type: 'tag', values: plan.tags }
        : undefined;
  const options = {
    iframes: false,
    preload: false,
    restoreScroll: true,
    ancestry: false,
    xpath: false,
    selectors: false,
    elementRef: true,
    resultTypes: ['violations', 'incomplete'],
    ...(runOnly && { runOnly }),
  };
  const found = await axe.run(context, options);

  // Not the selectors of axe-core: they contain the values of attributes, and so the passwords in them.
  const pathOf = (element: Element): string => {
    const steps: string[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { id, localName, parentElement } = at;
      const root = at.getRootNode() as Document | ShadowRoot;
      if (/^[A-Za-z][\w-]{0,60}$/u.test(id) && root.querySelectorAll(`#${id}`).length === 1) {
        steps.unshift(`#${id}`);
        break;
      }
      const name = CSS.escape(localName);
      const siblings = [...(parentElement ?? root).children].filter((one) => one.localName === localName);
      steps.unshift(siblings.length > 1 ? `${name}:nth-of-type(${siblings.indexOf(at) + 1})` : name);
    }
    return steps.join(' > ');
  };
  const targetOf = (element: Element | undefined): readonly string[] => {
    const paths: string[] = [];
    for (let at = element; at;) {
      paths.unshift(short(pathOf(at)));
      const root = at.getRootNode();
      at = root instanceof ShadowRoot ? root.host : undefined;
    }
    return paths;
  };
  const nodeOf = ({ element, any, all, none }: AxeNode): FindingNode => ({
    target: targetOf(element),
    problem: short([...any, ...all, ...none].map(({ message }) => message).join('; ')),
  });
  const findingOf = ({ id, impact, help, helpUrl, nodes }: AxeResult): Finding => ({
    rule: id,
    impact: impact ?? 'minor',
    help: short(help),
    help_url: helpUrl,
    count: nodes.length,
    nodes: nodes.slice(0, plan.maxNodes).map(nodeOf),
  });
  return {
    url: short(location.href),
    version: axe.version,
    passes: found.passes.length,
    frames: document.querySelectorAll('iframe, frame').length,
    violations: found.violations.map(findingOf),
    incomplete: found.incomplete.map(findingOf),
  };
};
