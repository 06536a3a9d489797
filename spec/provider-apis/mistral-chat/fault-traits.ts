/** Mistral's documents know no error in a stream of chat completions. Its chunks hold whole calls: there is no other order of them. */
export { chatFaults as faults } from '../families/chat/fault-traits.ts';
