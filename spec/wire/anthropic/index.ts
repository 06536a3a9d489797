export { anthropicReader } from './reader.ts';
