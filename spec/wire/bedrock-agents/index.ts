export { bedrockAgentsReader } from './reader.ts';
