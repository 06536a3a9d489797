export { matrixCommand } from './matrix.ts';
export { runCommand } from './run.ts';
export { schemasCommand } from './schemas.ts';
