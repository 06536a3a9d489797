export { corpusCommand } from './corpus.ts';
export { explainCommand } from './explain.ts';
export { matrixCommand } from './matrix.ts';
export { recordCommand } from './record.ts';
export { reportCommand } from './report.ts';
export { runCommand } from './run.ts';
export { schemasCommand } from './schemas.ts';
export { serveCommand } from './serve.ts';
