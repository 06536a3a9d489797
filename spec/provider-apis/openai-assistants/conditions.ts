/** What the Assistants API answers to what. */
import { conditionsOfRuns } from '../families/runs/conditions.ts';

export const conditions = conditionsOfRuns({
  title: 'OpenAI API reference: create an assistant, create a run',
  url: 'https://platform.openai.com/docs/api-reference/runs/createRun',
});
