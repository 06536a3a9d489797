export { responsesFaults as faults } from '../families/responses/fault-traits.ts';
