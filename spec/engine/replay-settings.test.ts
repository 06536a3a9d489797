import { expect, test } from 'vitest';
import type { ProviderApi } from '../../matrix/model.ts';
import type { Recording } from '../../matrix/schema.ts';
import { recordingSettings, replaySettings, variablesOf } from './replay-settings.ts';

const recording: Recording = {
  model: 'model-1',
  credentials: {
    type: 'awsKeys',
    accessKeyIdFrom: 'KEY_ID',
    secretAccessKeyFrom: 'SECRET',
    sessionTokenFrom: 'SESSION',
  },
  parameters: { region: { from: 'REGION', replay: 'us-east-1' } },
};
const column = {
  id: 'bedrock-converse',
  baseUrl: 'https://runtime.{region}.example',
  surfaces: [
    { id: 'first', title: 'First' },
    { id: 'second', title: 'Second', baseUrl: 'https://second.example' },
  ],
  recording,
} as unknown as ProviderApi;

test('in replay placeholders are filled, credentials have the right form, and waiting takes no time', async () => {
  const settings = replaySettings(column);
  expect(settings).toMatchObject({
    baseUrl: 'https://runtime.us-east-1.example',
    model: 'model-1',
    parameters: { region: 'us-east-1' },
    credentials: { type: 'awsKeys' },
  });
  expect(settings).not.toHaveProperty('surface');
  await settings.wait(1_000_000);
});

test('further endpoints are filled as the base URL is; one base URL for a recording is that of all services', () => {
  const two = { ...column, endpoints: { control: 'https://control.{region}.example' } };
  const environment = { KEY_ID: 'id', SECRET: 'secret', REGION: 'eu-north-1' };
  expect(replaySettings(two).endpoints).toEqual({ control: 'https://control.us-east-1.example' });
  expect(recordingSettings(two, environment).endpoints).toEqual({ control: 'https://control.eu-north-1.example' });
  expect(recordingSettings(two, environment, {}, 'http://127.0.0.1:8080/v1').endpoints).toEqual({
    control: 'http://127.0.0.1:8080',
  });
  expect(replaySettings(column)).not.toHaveProperty('endpoints');
});

test('a surface with a base URL of its own is another service', () => {
  expect(replaySettings(column, { surface: 'second' })).toMatchObject({
    baseUrl: 'https://second.example',
    surface: 'second',
  });
});

test('a scenario may name the surface of single columns, which comes before the one for all', () => {
  const surfaces = { 'bedrock-converse': 'second' };
  expect(replaySettings(column, { surface: 'first', surfaces }).baseUrl).toBe('https://second.example');
  expect(replaySettings(column, { surface: 'first', surfaces: { anthropic: 'second' } }).surface).toBe('first');
});

test('a scenario may need another model than the column’s usual one, in replay and when it is recorded', () => {
  const environment = { KEY_ID: 'id', SECRET: 'secret', REGION: 'eu-north-1' };
  const choice = { models: { 'bedrock-converse': 'model-2', anthropic: 'model-3' } };
  expect(replaySettings(column, choice).model).toBe('model-2');
  expect(recordingSettings(column, environment, choice).model).toBe('model-2');
  expect(replaySettings(column, { models: { anthropic: 'model-3' } }).model).toBe('model-1');
});

test('recording reads the environment, and says which variable is missing', () => {
  const environment = { KEY_ID: 'id', SECRET: 'secret', REGION: 'eu-north-1' };
  expect(recordingSettings(column, environment)).toMatchObject({
    baseUrl: 'https://runtime.eu-north-1.example',
    credentials: { type: 'awsKeys', accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  expect(() => recordingSettings(column, { ...environment, SECRET: '' })).toThrow(/^SECRET is not set/);
  expect(variablesOf(recording)).toEqual(['KEY_ID', 'SECRET', 'REGION']);
});
