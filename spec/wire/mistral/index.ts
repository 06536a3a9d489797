export { mistralReader } from './reader.ts';
