export { runsFaults as faults } from '../families/runs/faults.ts';
