// Where `npx depcruise` looks for its configuration; the rules stand where they are type-checked and tested.
export { importRules as default } from './scripts/lint-source/dependencies.ts';
