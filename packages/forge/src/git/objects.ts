import { GitError, ObjectTooLarge } from './git-error.ts';
import type { GitObject, ObjectInfo, ObjectReader } from './object-reader.ts';
import { parseCommit, renderCommit, type CommitDraft, type CommitObject } from './commit-object.ts';
import { parseTree, renderTree, typeOfMode, type TreeEntry } from './tree-object.ts';
import { runGit } from './run-git.ts';

/** Memory that one object may take. GitHub serves blobs up to this size through its API. */
const maxObjectBytes = 100 * 1024 * 1024;

/** Reads and writes objects. Git computes every id. */
export class Objects {
  readonly #directory: string;
  readonly #reader: ObjectReader;

  constructor(directory: string, reader: ObjectReader) {
    this.#directory = directory;
    this.#reader = reader;
  }

  info(name: string): Promise<ObjectInfo | undefined> {
    return this.#reader.info(name);
  }

  async read(name: string, maxBytes = maxObjectBytes): Promise<GitObject | undefined> {
    const info = await this.#reader.info(name);
    if (info && info.size > maxBytes) throw new ObjectTooLarge(info.size);
    return info && this.#reader.contents(info.sha);
  }

  async commit(sha: string): Promise<CommitObject> {
    const object = await this.read(sha);
    if (object?.type !== 'commit') throw new GitError(`${sha} is not a commit`);
    return parseCommit(object.sha, object.content);
  }

  async tree(sha: string): Promise<TreeEntry[]> {
    const object = await this.read(sha);
    if (object?.type !== 'tree') throw new GitError(`${sha} is not a tree`);
    return parseTree(object.content);
  }

  writeBlob(content: Uint8Array): Promise<string> {
    return this.#write('blob', content);
  }

  /** Many in one process: a tree may bring thousands of files with it. */
  async writeBlobs(contents: readonly Uint8Array[]): Promise<string[]> {
    if (contents.length <= 1) return Promise.all(contents.map((content) => this.writeBlob(content)));
    const input = contents.flatMap((content, index) => [
      Buffer.from(`blob\nmark :${index + 1}\ndata ${content.length}\n`),
      content,
      Buffer.from(`\nget-mark :${index + 1}\n`),
    ]);
    const { stdout } = await runGit(this.#directory, ['fast-import', '--quiet', '--done'], {
      input: Buffer.concat([...input, Buffer.from('done\n')]),
    });
    return linesOf(stdout, contents.length);
  }

  async writeTrees(trees: readonly (readonly TreeEntry[])[]): Promise<string[]> {
    if (trees.length <= 1) return Promise.all(trees.map((entries) => this.writeTree(entries)));
    const input = trees.map((entries) => {
      const lines = entries.map(({ mode, sha, name }) => `${mode} ${typeOfMode(mode)} ${sha}\t${name}\0`);
      return `${lines.join('')}\0`;
    });
    const { stdout } = await runGit(this.#directory, ['mktree', '-z', '--missing', '--batch'], {
      input: input.join(''),
    });
    return linesOf(stdout, trees.length);
  }

  writeTree(entries: readonly TreeEntry[]): Promise<string> {
    return this.#write('tree', renderTree(entries));
  }

  writeCommit(draft: CommitDraft): Promise<string> {
    return this.#write('commit', renderCommit(draft));
  }

  writeTag(text: string): Promise<string> {
    return this.#write('tag', Buffer.from(text));
  }

  async #write(type: string, content: Uint8Array): Promise<string> {
    const { stdout } = await runGit(this.#directory, ['hash-object', '-w', '-t', type, '--stdin'], { input: content });
    return stdout.toString('latin1').trim();
  }
}

/** One id for each thing that was written; fewer means that git and the forge do not understand each other. */
function linesOf(stdout: Buffer, count: number): string[] {
  const lines = stdout.toString('latin1').split('\n').filter(Boolean);
  if (lines.length !== count) throw new GitError(`git wrote ${lines.length} of ${count} objects`);
  return lines;
}
