export { lintFolder } from './lint-folder.ts';
