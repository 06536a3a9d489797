export { azureFoundryV2Reader } from './reader.ts';
