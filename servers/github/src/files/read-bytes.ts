import { fail } from '@recourse/contract';
import { GitHubError } from '@recourse/github';
import type { Place } from '../asking/requests.ts';
import { repositoryName } from '../fields/repository-name.ts';
import { blobShape } from '../shapes/repository.ts';
import type { File } from '../shapes/repository.ts';
import type { Toolbox } from '../toolbox.ts';

/** No larger file is read. */
const mostBytes = 24 * 1024 * 1024;

/** The content of a file. GitHub leaves it out of a description over 1 MB; then it is read by its SHA. */
export const readBytes = async ({ github }: Toolbox, file: File, { repo }: Place): Promise<Uint8Array> => {
  if (file.encoding === 'base64') return Buffer.from(file.content ?? '', 'base64');
  if (file.size > mostBytes) {
    throw new GitHubError(
      fail('VALIDATION_PAYLOAD_TOO_LARGE', {
        limit_type: 'response_size',
        limit_value: mostBytes,
        actual_value: file.size,
        unit: 'bytes',
        location: file.path.slice(0, 500),
      }),
      { writes: false },
    );
  }
  const { value } = await github.request({
    route: 'GET /repos/{owner}/{repo}/git/blobs/{file_sha}',
    parameters: { ...repositoryName(repo), file_sha: file.sha },
    shape: blobShape,
    resource: { type: 'file', id: file.path },
    // In base64 and with line ends, a file is a good third larger than it is.
    maxBytes: Math.ceil(mostBytes * 1.4) + 10_000,
  });
  return Buffer.from(value.content, value.encoding === 'base64' ? 'base64' : 'utf8');
};
