import { describeActions } from './describe-actions.ts';

describeActions('injected Electron');
