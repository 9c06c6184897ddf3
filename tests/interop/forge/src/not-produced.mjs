/** Statuses that GitHub publishes and the forge has no cause for, with the reason. */
export const notProduced = {
  'pulls/list-files 422': 'GitHub does not say when; the forge lists the files of every pull request',
  'rate-limit/get 404': 'only where an enterprise server has its limits switched off',
  'repos/add-collaborator 201': 'an invitation; on a forge a collaborator is added at once (204)',
  'repos/create-for-authenticated-user 304': 'a POST has no validator to compare',
  'repos/delete 409': 'a repository that is being moved or locked; the forge does neither',
  'repos/get-content 302': 'content kept elsewhere; the forge keeps everything in git',
  'repos/get-readme 422': 'GitHub does not say when',
  'repos/list-commits 400': 'GitHub does not say when; parameters that are no dates are ignored',
  'repos/remove-collaborator 422': 'only where an organisation’s rules forbid it',
};
