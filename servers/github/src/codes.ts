export { githubCodes } from '@recourse/contract/registries/github';
