import { describeActions } from './describe-actions.ts';

describeActions('Electron');
