export { runsFaults as faults } from '../families/runs/fault-traits.ts';
