/** Commands that are npm scripts of their own: for who maintains this project, not for who uses it. */
export { catalogueCommand } from './catalogue.ts';
export { corpusCommand } from './corpus.ts';
export { killMatrixCommand } from './kill-matrix.ts';
export { schemasCommand } from './schemas.ts';
