import { ProfileError } from '../problem.ts';
import { parseCount } from './digits.ts';
import type { FormatReader, ReaderContext } from './reader.ts';
import { readXml } from './xml.ts';
import type { XmlAttributes, XmlHandler } from './xml.ts';

/** Clover's XML, as OpenClover, Istanbul and PHPUnit write it. Lines of methods are not statements and are left out. */
export const readClover: FormatReader = (context) =>
  readXml(context.source, context.limits, new CloverHandler(context));

class CloverHandler implements XmlHandler {
  readonly #context: ReaderContext;
  #sawRoot = false;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  open(name: string, attributes: XmlAttributes, at: number): void {
    const { collector, placer } = this.#context;
    if (!this.#sawRoot && name !== 'coverage') throw new ProfileError('its root element is not <coverage>', at);
    this.#sawRoot = true;
    if (name === 'file') {
      const path = attributes['path'] ?? attributes['name'];
      if (path === undefined || path === '') throw new ProfileError('<file> has neither a path nor a name', at);
      collector.begin(placer.place(path, at), at);
    } else if (name === 'line' && attributes['type'] !== 'method') this.#readLine(attributes, at);
  }

  close(name: string): void {
    if (name === 'file') this.#context.collector.end();
  }

  #readLine(attributes: XmlAttributes, at: number): void {
    const { collector } = this.#context;
    const line = parseCount(attributes['num'], 'a line number', at);
    const isCondition = attributes['type'] === 'cond';
    const taken = isCondition ? parseCount(attributes['truecount'], 'truecount', at) : 0;
    const missed = isCondition ? parseCount(attributes['falsecount'], 'falsecount', at) : 0;
    if (attributes['count'] !== undefined || !isCondition) {
      collector.line(line, parseCount(attributes['count'], 'the hit count of a line', at), at);
      // Istanbul writes here how many branches were taken and how many were not.
      if (isCondition) collector.countedBranches(line, taken, taken + missed, at);
      return;
    }
    // Clover itself writes how often a condition was true and how often it was false.
    collector.line(line, Math.max(taken, missed), at);
    collector.branch({ line, decision: 0, way: 0, taken }, at);
    collector.branch({ line, decision: 0, way: 1, taken: missed }, at);
  }
}
