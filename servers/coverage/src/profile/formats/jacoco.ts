import { SourceFolders } from '../paths/source-folders.ts';
import { ProfileError } from '../problem.ts';
import { parseCount } from './digits.ts';
import type { FormatReader, ReaderContext } from './reader.ts';
import { readXml } from './xml.ts';
import type { XmlAttributes, XmlHandler } from './xml.ts';

/** JaCoCo's XML. It counts instructions and no runs, so a line that ran has the count 1. */
export const readJacoco: FormatReader = async (context) => {
  const folders = await SourceFolders.find(context.realRoot, context.placer);
  await readXml(context.source, context.limits, new JacocoHandler(context, folders));
};

class JacocoHandler implements XmlHandler {
  readonly #context: ReaderContext;
  readonly #folders: SourceFolders;
  /** The modules that the element at hand is in, the innermost last. */
  readonly #groups: string[] = [];
  #package = '';
  #sawRoot = false;

  constructor(context: ReaderContext, folders: SourceFolders) {
    this.#context = context;
    this.#folders = folders;
  }

  open(name: string, attributes: XmlAttributes, at: number): void {
    const { collector } = this.#context;
    if (!this.#sawRoot && name !== 'report') throw new ProfileError('its root element is not <report>', at);
    this.#sawRoot = true;
    if (name === 'group') this.#groups.push(nameOf(attributes, at));
    else if (name === 'package') this.#package = nameOf(attributes, at);
    else if (name === 'sourcefile') {
      const file = nameOf(attributes, at);
      const path = this.#package === '' ? file : `${this.#package}/${file}`;
      collector.begin(this.#folders.place(path, this.#groups, at), at);
    } else if (name === 'line' && collector.isOpen) this.#readLine(attributes, at);
  }

  close(name: string): void {
    if (name === 'group') this.#groups.pop();
    if (name === 'sourcefile') this.#context.collector.end();
  }

  #readLine(attributes: XmlAttributes, at: number): void {
    const { collector } = this.#context;
    const count = (key: string): number => parseCount(attributes[key] ?? '0', `'${key}' of a line`, at);
    const line = parseCount(attributes['nr'], 'a line number', at);
    const [covered, missedBranches, coveredBranches] = [count('ci'), count('mb'), count('cb')];
    count('mi');
    collector.line(line, covered > 0 ? 1 : 0, at);
    collector.countedBranches(line, coveredBranches, missedBranches + coveredBranches, at);
  }
}

const nameOf = ({ name }: XmlAttributes, at: number): string => {
  if (name === undefined) throw new ProfileError("an element has no 'name' attribute", at);
  return name;
};
