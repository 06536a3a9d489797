export { openAiResponsesReader } from './reader.ts';
