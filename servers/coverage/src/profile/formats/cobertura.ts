import { ProfileError } from '../problem.ts';
import { parseCount } from './digits.ts';
import type { FormatReader, ReaderContext } from './reader.ts';
import { readXml } from './xml.ts';
import type { XmlAttributes, XmlHandler } from './xml.ts';

/** Cobertura's XML, as coverage.py, Istanbul, coverlet and others write it. */
export const readCobertura: FormatReader = (context) =>
  readXml(context.source, context.limits, new CoberturaHandler(context));

/** `50% (1/2)` */
const conditions = /\((\d+)\/(\d+)\)\s*$/;
const mostSources = 100;

class CoberturaHandler implements XmlHandler {
  readonly #context: ReaderContext;
  /** Folders that names count from, relative to the root where they lie inside it. */
  readonly #sources: string[] = [];
  #source: string | undefined;
  #inMethods = false;
  #sawRoot = false;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  open(name: string, attributes: XmlAttributes, at: number): void {
    if (!this.#sawRoot) this.#checkRoot(name, attributes, at);
    if (name === 'source') this.#source = '';
    else if (name === 'class') this.#beginClass(attributes, at);
    else if (name === 'methods') this.#inMethods = true;
    // The class repeats the lines of its methods; a line that it does not repeat is not a statement.
    else if (name === 'line' && !this.#inMethods && this.#context.collector.isOpen) this.#readLine(attributes, at);
  }

  text(text: string): void {
    if (this.#source !== undefined) this.#source += text;
  }

  close(name: string, at: number): void {
    if (name === 'methods') this.#inMethods = false;
    if (name === 'class') this.#context.collector.end();
    if (name !== 'source' || this.#source === undefined) return;
    const place = this.#context.placer.inside(this.#source.trim() || '.');
    if (place !== undefined) this.#sources.push(place === '' ? '.' : place);
    if (this.#sources.length > mostSources) throw new ProfileError(`it has more than ${mostSources} sources`, at);
    this.#source = undefined;
  }

  #checkRoot(name: string, attributes: XmlAttributes, at: number): void {
    this.#sawRoot = true;
    if (name !== 'coverage') throw new ProfileError('its root element is not <coverage>', at);
    for (const kind of ['lines', 'branches']) {
      const [covered, valid] = [attributes[`${kind}-covered`], attributes[`${kind}-valid`]];
      if (covered === undefined || valid === undefined) continue;
      if (parseCount(covered, `${kind}-covered`, at) > parseCount(valid, `${kind}-valid`, at)) {
        throw new ProfileError(`${kind}-covered is greater than ${kind}-valid`, at);
      }
    }
  }

  #beginClass({ filename }: XmlAttributes, at: number): void {
    const { collector, placer } = this.#context;
    if (filename === undefined || filename === '') throw new ProfileError('<class> has no filename', at);
    // A source folder of another machine says nothing; the file may still be where its name says.
    const bases = this.#sources.length > 0 ? [...this.#sources, ...placer.bases] : undefined;
    collector.begin(placer.place(filename, at, bases), at);
  }

  #readLine(attributes: XmlAttributes, at: number): void {
    const { collector, warnings } = this.#context;
    const line = parseCount(attributes['number'], 'a line number', at);
    collector.line(line, parseCount(attributes['hits'], 'the hit count of a line', at), at);
    const coverage = attributes['condition-coverage'];
    if (coverage === undefined) return;
    const [, covered, total] = conditions.exec(coverage) ?? [];
    if (total === undefined) return warnings.add('branch_unreadable', at);
    collector.countedBranches(
      line,
      parseCount(covered, 'the number of branches taken', at),
      parseCount(total, 'the number of branches', at),
      at,
    );
  }
}
