export { corpusCommand } from './corpus.ts';
export { matrixCommand } from './matrix.ts';
export { recordCommand } from './record.ts';
export { runCommand } from './run.ts';
export { schemasCommand } from './schemas.ts';
