import { describeActions } from './describe-actions.ts';

describeActions('attached Electron');
