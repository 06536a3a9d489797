export { mistralChatReader } from './reader.ts';
