/** A repository as GitHub's routes name it. */
export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/** Takes `owner/repo` apart; its form has been checked. */
export const repositoryName = (fullName: string): RepositoryName => {
  const [owner = '', repo = ''] = fullName.split('/');
  return { owner, repo };
};
