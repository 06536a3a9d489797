export { openAiChatReader } from './reader.ts';
