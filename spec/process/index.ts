export * from './adapter.ts';
