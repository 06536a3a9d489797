export * from './client.ts';
export * from './contents.ts';
export * from './errors.ts';
export * from './fold.ts';
export * from './messages.ts';
export * from './options.ts';
export * from './tools.ts';
export * from './version.ts';
