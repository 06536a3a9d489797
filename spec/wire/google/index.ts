export { googleReader } from './reader.ts';
