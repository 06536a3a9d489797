export * from './adapter.ts';
export { pythonAdapter } from './python.ts';
