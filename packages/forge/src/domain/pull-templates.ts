import type { Repository } from '../state/repositories.ts';
import type { World } from '../world.ts';

export interface PullTemplate {
  readonly filename: string;
  readonly body: string;
}

const maxTemplateBytes = 64 * 1024;

/** The templates for pull requests on the default branch: in the root, in `docs` and in `.github`. */
export async function pullTemplates(world: World, repository: Repository): Promise<PullTemplate[]> {
  const { objects } = world.gits.of(repository);
  const head = `refs/heads/${repository.defaultBranch}`;
  const found: PullTemplate[] = [];
  for (const folder of ['', 'docs', '.github']) {
    const tree = await objects.info(folder === '' ? `${head}^{tree}` : `${head}:${folder}`);
    if (tree?.type !== 'tree') continue;
    const files = (await objects.tree(tree.sha)).filter(({ name }) => /^pull_request_template\.(md|txt)$/i.test(name));
    for (const { name, sha } of files) {
      const info = await objects.info(sha);
      if (info?.type !== 'blob' || info.size > maxTemplateBytes) continue;
      const body = (await objects.read(sha))?.content.toString('utf8') ?? '';
      found.push({ filename: folder === '' ? name : `${folder}/${name}`, body });
    }
  }
  return found;
}
