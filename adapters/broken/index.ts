export * from './approvals.ts';
export * from './availability.ts';
export * from './break.ts';
export * from './error.ts';
export * from './multi-turn.ts';
export * from './request.ts';
export * from './response.ts';
export * from './stream.ts';
