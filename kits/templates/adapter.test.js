import { describeConformance } from 'agent-tools-conformance/vitest';
import { adapter } from './adapter.js';

await describeConformance({ adapter, tools: ['function-calling'], tiers: ['core'] });
