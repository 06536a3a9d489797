export { adapter } from './adapter.ts';
