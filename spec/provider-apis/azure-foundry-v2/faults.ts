export { responsesFaults as faults } from '../families/responses/faults.ts';
