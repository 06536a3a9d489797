/** What StrykerJS finds here. */
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { ConformanceRunner } from './runner.ts';

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'conformance', ConformanceRunner)];
