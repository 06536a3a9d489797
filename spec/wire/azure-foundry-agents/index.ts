export { azureFoundryAgentsReader } from './reader.ts';
