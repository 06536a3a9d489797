export * from './reader.ts';
export * from './readers.ts';
