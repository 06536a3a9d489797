export { converseReader } from './reader.ts';
