import { describeActions } from './describe-actions.ts';

describeActions('packaged Electron');
