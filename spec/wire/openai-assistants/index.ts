export { openAiAssistantsReader } from './reader.ts';
