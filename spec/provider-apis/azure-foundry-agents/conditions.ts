/** What classic agents of Azure AI Foundry answer to what. */
import { conditionsOfRuns } from '../families/runs/conditions.ts';

export const conditions = conditionsOfRuns({
  title: 'Azure AI Foundry: agents (classic), create an agent, create a run',
  url: 'https://learn.microsoft.com/rest/api/aifoundry/aiagents/',
});
